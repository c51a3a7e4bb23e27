#!/usr/bin/env bash
# Runs the embedded engine, dynoxide and dynalite side by side, and prints a table of conditional updates per second.
# Takes about four minutes. Usage: benchmarks/compare-engines.sh
set -eu
cd "$(dirname "$0")/.."
. benchmarks/peers.sh
install_peers
build_benchmarks
./dynalatch version >&2 # builds the command where that has not been done
serve ./dynalatch serve --quiet --port PORT
ours=$endpoint
dynoxide
theirs=$endpoint
dynalite
java -Xmx1g -cp "benchmarks/target/classes:$work/lib/*" io.dynalatch.benchmarks.EngineSpeed "$work" \
    "dynalatch=$ours" "dynoxide=$theirs" "dynalite=$endpoint"
