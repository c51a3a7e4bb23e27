#!/usr/bin/env bash
# Runs Dynalatch and amazon-dynamodb-lock-client side by side on dynoxide, an implementation of DynamoDB that neither
# wrote, and prints a table. Takes about ten minutes. Usage: benchmarks/compare-awslabs.sh [HOLDS]
set -eu
cd "$(dirname "$0")/.."
. benchmarks/peers.sh
install_peers
build_benchmarks
dynoxide
java -Xmx2g -cp "benchmarks/target/classes:$work/lib/*" io.dynalatch.benchmarks.PeerComparison "$endpoint" "$@"
