#!/bin/sh
# Our rounds per second beside those of the reference programs, in one run, one thread each, CPU time.
#
#   compare-rivals.sh RIVALS_DIR [SECONDS a measurement, default 5] [INSTANCES_DIR]
#
# RIVALS_DIR holds rival.c, rival_numpy.py and flat.py. INSTANCES_DIR keeps the instances S, M and L
# that flat.py writes (L is 0.6 GB); without it they go to a temporary directory. PARTS chooses what
# is measured (default "draws rounds rollouts thousand"); SIZES the instances (default "S M L").
# Needs gcc, python3 with NumPy (PYTHON names it) and a built ccl-bench; CCL_CLASSPATH overrides the
# classes to measure. M.json and S.json are read as instances, L as the flat binary.
set -eu
[ $# -ge 1 ] || { sed -n '2,11p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
rivals=$(cd "$1" && pwd)
seconds=${2:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
instances=${3:-$work}
sizes=${SIZES:-S M L}
parts=${PARTS:-draws rounds rollouts thousand}
classes=${CCL_CLASSPATH:-$here/target/benchmarks.jar}
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1
gcc -O3 -march=native -o "$work/rival" "$rivals/rival.c" -lm
[ -f "$instances/L.bin" ] || "${PYTHON:-python3}" "$rivals/flat.py" "$instances"

ours() { # workload, seconds, first round, sampler
  case $1 in L) file=L.bin ;; *) file=$1.json ;; esac
  # shellcheck disable=SC2086 # the options are meant to be split
  "$java" -XX:+UseSerialGC -Xmx6g ${CCL_JAVA_OPTS:-} -cp "$classes" \
    dev.ccl.bench.RoundRate "$instances/$file" "$2" "$3" "$4"
}
c() { "$work/rival" run "$4" "$instances/$1.bin" "$2" 1 "$3"; }
numpy() {
  case $1 in L) file=L.bin ;; *) file=$1.json ;; esac
  "${PYTHON:-python3}" "$rivals/rival_numpy.py" run naive "$instances/$file" "$2" 1 "$3"
}
field() { printf '%s\n' "$1" | tr ' ' '\n' | sed -n "s/^$2=//p"; }
calc() { awk "BEGIN { $1 }"; }
# Microseconds of a round in the last fifth.
micros() { calc "printf \"%.3f\", 1e6 * $(field "$1" lastsec) / $(field "$1" lastrounds)"; }
# Rollouts a second in the last fifth: a round t has (t+2) + 2 (t+2)^2 of them.
rollouts() {
  calc "for (t = $(field "$1" rounds) - $(field "$1" lastrounds); t < $(field "$1" rounds); t++)
      n += (t+2) + 2*(t+2)^2; printf \"%.4g\", n / $(field "$1" lastsec)"
}
# Seconds to T = 1000: measured, or extrapolated by the rollouts a second of the last fifth.
thousand() {
  if [ "$(calc "print ($(field "$1" t1000) > 0)")" = 1 ]; then
    field "$1" t1000
  else
    calc "for (t = $(field "$1" rounds); t < 1000; t++) n += (t+2) + 2*(t+2)^2;
      printf \"%.4g (extrapolated)\", $(field "$1" sec) + n / $(rollouts "$1")"
  fi
}
ratio() { calc "printf \"%.2f\", ${1%% *} / ${2%% *}"; }
least() { printf '%s\n' "$@" | sort -g | head -n 1; }
most() { printf '%s\n' "$@" | sort -g | tail -n 1; }

echo "load $(cut -d' ' -f1-3 /proc/loadavg); $("$java" -version 2>&1 | head -n 1)"
case $parts in *draws*)
  "$work/rival" bench 2>/dev/null >"$work/c-draws"
  # shellcheck disable=SC2086
  "$java" ${CCL_JAVA_OPTS:-} -cp "$classes" dev.ccl.bench.DrawRate >"$work/our-draws"
  echo "binomial draw, ns: n, ours, C scalar, ratio C/ours"
  while read -r n time; do
    theirs=$(sed -n "s/^binom n=$n ns=//p" "$work/c-draws")
    echo "  $n $time $theirs $(ratio "$theirs" "$time")"
  done <"$work/our-draws" ;;
esac
for size in $sizes; do
  case $size in S) first=100000 early=300 ;; M) first=3000 early=300 ;; *) first=1000 early=100 ;; esac
  case $parts in *rounds*)
    a= b=
    for i in 1 2 3; do # in turn, so that both see the same neighbours
      b="$b $(micros "$(c "$size" "$seconds" $first counts)")"
      line=$(ours "$size" "$seconds" $first counts)
      a="$a $(micros "$line")"
    done
    # shellcheck disable=SC2086
    ours=$(least $a) theirs=$(least $b)
    echo "$size round from t = $first, us: ours$a; C counts$b; best/best $(ratio "$theirs" "$ours")"
    echo "  allocated per round: $(field "$line" bytesPerRound) B" ;;
  esac
  case $parts in *rollouts*)
    a= b=
    for i in 1 2 3; do
      b="$b $(rollouts "$(c "$size" "$seconds" $early naive)")"
      a="$a $(rollouts "$(ours "$size" "$seconds" $early trajectories)")"
    done
    # shellcheck disable=SC2086
    ours=$(most $a) theirs=$(most $b)
    echo "$size rollouts a second: ours$a; C naive$b; best/best $(ratio "$ours" "$theirs")" ;;
  esac
  case $parts in *thousand*)
    case $size in L) cap=100 ;; *) cap=$seconds ;; esac # by counts L takes 30 to 60 s
    ours=$(thousand "$(ours "$size" "$cap" 0 counts)")
    counts=$(thousand "$(c "$size" "$cap" 0 counts)")
    naive=$(thousand "$(c "$size" "$seconds" 0 naive)")
    python=$(thousand "$(numpy "$size" "$seconds" 0)")
    echo "$size seconds to T = 1000: ours $ours; C counts $counts: $(ratio "$counts" "$ours");" \
      "C naive $naive: $(ratio "$naive" "$ours"); NumPy $python: $(ratio "$python" "$ours")" ;;
  esac
done
