# Sourced by the comparisons: installs the implementations of others into $work, and starts servers that end with the
# script.
work=$(mktemp -d)
servers=()
end() {
    for server in "${servers[@]:-}"; do
        [ -z "$server" ] || kill "$server" 2>/dev/null || true
    done
    rm -rf "$work"
}
trap end EXIT

install_peers() {
    cp .ci/peers/package.json "$work/"
    (cd "$work" && npm install --no-audit --no-fund --silent)
}

build_benchmarks() {
    mvn -q -B -pl benchmarks -am package -DskipTests dependency:copy-dependencies -DincludeScope=runtime \
        -DoutputDirectory="$work/lib" >&2
}

# serve COMMAND...: starts a server, PORT in the command being replaced, and waits until it listens; sets 'endpoint'.
serve() {
    local port
    port=$(node -e 'const s = require("net").createServer(); s.listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })')
    "${@//PORT/$port}" >>"$work/servers.log" 2>&1 &
    servers+=($!)
    for _ in $(seq 300); do
        (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break
        sleep 0.1
    done
    endpoint=http://127.0.0.1:$port
}

dynoxide() { serve "$work/node_modules/@dynoxide/linux-x64/dynoxide" --host 127.0.0.1 --port PORT; }

dynalite() {
    serve node "$work/node_modules/dynalite/cli.js" --host 127.0.0.1 --port PORT --createTableMs 1 --deleteTableMs 1
}
