#!/usr/bin/env bash
# Runs Dynalatch and amazon-dynamodb-lock-client side by side on dynoxide, an implementation of DynamoDB that neither
# wrote, and prints a table. Takes about five minutes. Usage: benchmarks/compare-awslabs.sh [HOLDS]
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap '[ -z "${server:-}" ] || kill "$server"; rm -rf "$work"' EXIT
cp .ci/peers/package.json "$work/"
(cd "$work" && npm install --no-audit --no-fund --silent)
mvn -q -B -pl benchmarks -am package -DskipTests dependency:copy-dependencies -DincludeScope=runtime \
    -DoutputDirectory="$work/lib" >&2
port=$(node -e 'const s = require("net").createServer(); s.listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })')
"$work/node_modules/@dynoxide/linux-x64/dynoxide" --host 127.0.0.1 --port "$port" >"$work/server.log" 2>&1 &
server=$!
for _ in $(seq 200); do
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break
    sleep 0.1
done
java -Xmx2g -cp "benchmarks/target/classes:$work/lib/*" \
    io.dynalatch.benchmarks.PeerComparison "http://127.0.0.1:$port" "$@"
