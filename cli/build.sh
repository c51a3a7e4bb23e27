# Builds the command for the script 'dynalatch': jars, the native library of SQLite, and an archive of loaded classes.
# Usage: JAVA=... KEY=... LOCALE=... sh build.sh ROOT. Each build has a directory of its own, so that commands that still run from
# the last one are not disturbed; the file 'current' names the newest, and is replaced in one step.
set -eu
root=$1
build=$root/.dynalatch-build

fail() {
    echo "dynalatch: $1" >&2
    exit 78
}

mkdir -p "$build" 2>/dev/null && [ -w "$build" ] || fail "cannot write '$build', where the command is built; make it writable"

if [ "${LOCKED:-}" != yes ]; then
    command -v flock >/dev/null || fail "building needs 'flock' of util-linux; install it"
    LOCKED=yes exec flock "$build/lock" sh "$0" "$root"
fi

# Fresh sources, so that the build neither sees nor disturbs what somebody builds in the tree itself.
copy_sources() {
    mkdir -p "$build/source"
    for module in core core-tests embedded testkit cli benchmarks; do
        rm -rf "$build/source/$module/src" "$build/source/$module/target/classes" \
            "$build/source/$module/target/lib" "$build/source/$module"/target/*.jar
        mkdir -p "$build/source/$module"
        cp -p "$root/$module/pom.xml" "$build/source/$module/"
        [ ! -d "$root/$module/src/main" ] || {
            mkdir -p "$build/source/$module/src"
            cp -Rp "$root/$module/src/main" "$build/source/$module/src/"
        }
    done
    cp -Rp "$root/pom.xml" "$root/.mvn" "$build/source/"
}

make_jars() {
    command -v mvn >/dev/null || fail "building needs Maven, and there is no 'mvn' in PATH; install Maven 3.8 or later"
    javac=${JAVA%/java}/javac
    [ -x "$javac" ] || javac=$(dirname "$(readlink -f "$JAVA")")/javac
    [ -x "$javac" ] || fail "building needs a JDK, and '$JAVA' has no javac beside it; set JAVA_HOME to a JDK"
    echo "dynalatch: building from '$root', once; this takes a minute or two" >&2
    : >"$build/stamp.new"
    copy_sources
    mkdir -p "$new/lib" "$new/native"
    (cd "$build/source" && JAVA_HOME=${javac%/bin/javac} mvn -q -B -ntp -P command -Dstyle.color=never -pl cli -am \
        -Dmaven.test.skip=true -Dspotless.check.skip=true package \
        org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies \
        -DincludeScope=runtime -DexcludeGroupIds=io.dynalatch -DoutputDirectory='${project.build.directory}/lib') >&2 ||
        fail "the build failed; its messages are above"
    cp "$build/source/cli/target/lib"/*.jar "$new/lib/"
    for module in core embedded; do
        cp "$build/source/$module/target/dynalatch-$module"-*.jar "$new/lib/"
    done
    # First on the class path: who looks for a resource opens every jar before the one that has it.
    cp "$build/source/cli/target/dynalatch-cli"-*.jar "$new/command.jar"
    mv "$new/lib/sqlite-jdbc"-*.jar "$new/sqlite.jar"
    "$JAVA" -cp "$new/command.jar:$new/sqlite.jar:$new/lib/*" io.dynalatch.cli.NativeLibrary "$new/native" >&2 ||
        fail "the native library of SQLite could not be unpacked"
    mv "$build/stamp.new" "$new/stamp"
    echo "${new##*/}" >"$build/current.new"
    mv "$build/current.new" "$build/current"
}

# The last build but one may still be running somewhere; older ones go.
remove_old() {
    for old in "$build"/v.*; do
        case ${old##*/} in
            "$jars" | "${before:-}") ;;
            *) rm -rf "$old" ;;
        esac
    done
}

# What is loaded by a whole run goes into the archive.
make_archive() {
    home=$(mktemp -d "$build/home.XXXXXX")
    DYNALATCH_HOME=$home DYNALATCH_TABLE= DYNALATCH_HELD= LC_ALL=C.UTF-8 "$JAVA" \
        -XX:ArchiveClassesAtExit="$build/$jars/$KEY.new" @"$root/cli/jvm.options" \
        "$LOCALE" -Dorg.sqlite.lib.path="$build/$jars/native" -Dorg.sqlite.tmpdir="$build/$jars/native" \
        -cp "$build/$jars/command.jar:$build/$jars/sqlite.jar:$build/$jars/lib/*" \
        io.dynalatch.cli.Dynalatch run training -- true >&2 || true
    rm -rf "$home"
    # Without an archive the command only starts slower; an empty one says not to try again.
    [ -f "$build/$jars/$KEY.new" ] || : >"$build/$jars/$KEY.new"
    mv "$build/$jars/$KEY.new" "$build/$jars/$KEY.jsa"
}

# Whoever waited for the lock may find that everything is done.
fresh() {
    [ -r "$build/current" ] && read -r jars <"$build/current" && [ -f "$build/$jars/stamp" ] &&
        [ -z "$(cd "$root" && find dynalatch pom.xml .mvn core/pom.xml core/src/main embedded/pom.xml embedded/src/main \
            cli/pom.xml cli/build.sh cli/jvm.options cli/src/main -newer "$build/$jars/stamp" 2>&1 | head -n 1)" ]
}

before=
[ ! -r "$build/current" ] || read -r before <"$build/current"
if ! fresh; then
    new=$build/v.$(date +%Y%m%d%H%M%S).$$
    trap 'rm -rf "$build/stamp.new" "$build/current.new"; [ "$(cat "$build/current" 2>/dev/null)" = "${new##*/}" ] || rm -rf "$new"' EXIT
    make_jars
    jars=${new##*/}
    remove_old
fi
[ -e "$build/$jars/$KEY.jsa" ] || make_archive
