#!/bin/sh
# What a cluster costs and gains, on an idle machine of two cores or more, in about twenty minutes:
#
#   ccl-spark/measure.sh DIR
#
# Starts a master and workers of one core each on loopback, in DIR, which is new or empty, and ends them.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
cd "$1"
master=spark://127.0.0.1:17077
started=
# shellcheck disable=SC2086 # the numbers are meant to be split
trap 'kill $started 2>/dev/null || true' EXIT

mvn -q -f "$root/ccl-spark/src/spark/pom.xml" dependency:copy-dependencies -DoutputDirectory="$PWD/spark/jars"
"$root/ccl" instance separation -d 4 --out judge.json
"$root/ccl" cluster --help >/dev/null 2>&1
printf 'instances: [judge.json]\nlearners: [ccl]\nrounds: 10\nseeds: 2\n' >short.yaml
printf 'instances: [judge.json]\nlearners: [ccl]\nrounds: 15000000\nseeds: 8\n' >long.yaml
printf 'instances: [judge.json]\nlearners: [ccl]\nrounds: 1000000\nseeds: 16\n' >tasks.yaml
# As many cells of nothing as $1 says.
cells() {
  printf 'instances: [judge.json]\nlearners: [{learner: ccl, settings: {calibrate-every: [%s]}}]\nrounds: 1\n' \
    "$(seq -s , 1 "$1")" >"cells-$1.yaml"
}
cells 20
cells 420

# Prints a name and the seconds that a command took, and leaves them in $took.
timed() {
  name=$1
  shift
  began=$(date +%s%N)
  "$@" >>log 2>&1
  took=$((($(date +%s%N) - began) / 1000000))
  printf '%-46s %6d.%03d s\n' "$name" $((took / 1000)) $((took % 1000))
}

worker() {
  SPARK_HOME=$PWD/spark SPARK_SCALA_VERSION=2.13 java -cp "spark/jars/*" \
    org.apache.spark.deploy.worker.Worker --cores 1 --memory 1g "$master" >>log 2>&1 &
  started="$started $!"
  sleep 8 # until it is known to the master
}

java -cp "spark/jars/*" org.apache.spark.deploy.master.Master --host 127.0.0.1 --port 17077 >>log 2>&1 &
started="$started $!"
worker
timed 'ccl sweep of nothing' "$root/ccl" sweep short.yaml --out short
timed 'ccl cluster of nothing, inside' "$root/ccl" cluster short.yaml --out short-local
timed 'ccl cluster of nothing, one worker' "$root/ccl" cluster short.yaml --out short-one --master "$master"
start=$took
timed '8 replicates of 15e6 rounds, one worker' "$root/ccl" cluster long.yaml --out one --master "$master"
one=$took
worker
timed '8 replicates of 15e6 rounds, two workers' "$root/ccl" cluster long.yaml --out two --master "$master"
two=$took
timed '8 replicates of 15e6 rounds, ccl, 2 threads' "$root/ccl" sweep long.yaml --out here --threads 2
cmp one/sweep.csv two/sweep.csv
cmp one/sweep.csv here/sweep.csv
mkdir events
CCL_JAVA_OPTS="-Dspark.eventLog.enabled=true -Dspark.eventLog.dir=file:$PWD/events -Dspark.eventLog.compress=false
-Dspark.eventLog.rolling.enabled=false"
export CCL_JAVA_OPTS
timed '16 replicates of 1e6 rounds, two workers' "$root/ccl" cluster tasks.yaml --out tasks --master "$master"
unset CCL_JAVA_OPTS
timed '20 cells of nothing' "$root/ccl" cluster cells-20.yaml --out few --master "$master"
few=$took
timed '420 cells of nothing' "$root/ccl" cluster cells-420.yaml --out many --master "$master"
many=$took
timed '20 cells of nothing, without Spark' "$root/ccl" sweep cells-20.yaml --out few-here
fewhere=$took
timed '420 cells of nothing, without Spark' "$root/ccl" sweep cells-420.yaml --out many-here
manyhere=$took
cmp many/sweep.csv many-here/sweep.csv
echo "two workers against one: $((100 * one / two)) %, $((100 * (one - start) / (two - start))) % without the start"
echo "a cell of nothing on a core: $((2 * (many - few) / 400)) ms, $((2 * (manyhere - fewhere) / 400)) ms of them without Spark"
# From launch to finish, as the driver sees it, without the time in our code.
cat events/* |
  sed -n 's/.*TaskEnd.*"Launch Time":\([0-9]*\).*"Finish Time":\([0-9]*\).*"Executor Run Time":\([0-9]*\).*/\1 \2 \3/p' |
  awk '{ print $2 - $1 - $3 }' | sort -n |
  awk '{ ms[NR] = $1 } END { print NR " tasks: " ms[int((NR + 1) / 2)] " ms each of Spark in the median, at most " ms[NR] }'
