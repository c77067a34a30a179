#!/bin/sh
# Rounds per second of two commits in one run: built apart, measured in turn, each by its own RoundRate.
#
#   compare-commits.sh COMMIT COMMIT [SECONDS per measurement, default 3] [WORKLOADS, default "S M"]
#
# Prints the microseconds of a round and how many times faster the second commit is.
set -eu
[ $# -ge 2 ] || { sed -n '2,6p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
seconds=${3:-3}
workloads=${4:-S M}
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
javac=${JAVA_HOME:+$JAVA_HOME/bin/}javac
work=$(mktemp -d)
cleanup() {
  for side in a b; do
    git -C "$here" worktree remove --force "$work/$side" 2>/dev/null || true
  done
  rm -rf "$work"
}
trap cleanup EXIT

prepare() { # side, commit
  git -C "$here" worktree add -q --detach "$work/$1" "$2"
  (cd "$work/$1" && mvn -q -B -ntp -DskipTests -Dccl.launcher -pl ccl-algorithms -am package \
    dependency:copy-dependencies -DincludeScope=runtime -DoutputDirectory="$work/$1/libs")
  mkdir "$work/$1/classes"
  path=$(find "$work/$1/.ccl-build" "$work/$1/libs" -name '*.jar' ! -name '*-sources.jar' | tr '\n' ':')
  for source in Cpu FlatInstance RoundRate Workload; do # of the commit itself: packages move
    set -- "$@" "$work/$1/ccl-bench/src/main/java/dev/ccl/bench/$source.java"
  done
  side=$1
  shift 2
  "$javac" -proc:none -nowarn -d "$work/$side/classes" -cp "$path" "$@"
  printf '%s' "$work/$side/classes:$path" >"$work/$side.path"
}
prepare a "$1"
prepare b "$2"

micros() { # side, workload
  "$java" -XX:+UseSerialGC -Xmx6g -cp "$(cat "$work/$1.path")" dev.ccl.bench.RoundRate "$2" "$seconds" 1000 |
    tr ' ' '\n' | awk -F= '/^lastrounds/ { n = $2 } /^lastsec/ { s = $2 } END { printf "%.3f", 1e6 * s / n }'
}
for workload in $workloads; do
  for i in 1 2 3; do
    first=$(micros a "$workload")
    second=$(micros b "$workload")
    awk "BEGIN { printf \"%s: %s us, %s us, ratio %.3f\\n\", \"$workload\", \"$first\", \"$second\", $first / $second }"
  done
done
