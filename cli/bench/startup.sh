#!/bin/sh
# Measures `dynalatch run demo -- true` against a JVM program that does nothing, in turns, and prints both medians and
# their ratio. Usage: cli/bench/startup.sh [RUNS]
set -eu
runs=${1:-20}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/Nothing.java" <<'END'
public class Nothing {
    public static void main(String[] args) {}
}
END
"${JAVA_HOME:+$JAVA_HOME/bin/}javac" -d "$work" "$work/Nothing.java"
export DYNALATCH_HOME="$work/home"
"$root/dynalatch" run demo -- true

milliseconds() {
    start=$(date +%s%N)
    "$@"
    echo $((($(date +%s%N) - start) / 1000000))
}

median() {
    sort -n "$1" | sed -n "$(((runs + 1) / 2))p"
}

for run in $(seq "$runs"); do
    milliseconds "${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "$work" Nothing >>"$work/nothing"
    milliseconds "$root/dynalatch" run demo -- true >>"$work/dynalatch"
done
awk -v a="$(median "$work/dynalatch")" -v b="$(median "$work/nothing")" -v n="$runs" \
    'BEGIN { printf "dynalatch run demo -- true: %d ms, a JVM program that does nothing: %d ms, ratio %.2f (medians of %d)\n", a, b, a / b, n }'
