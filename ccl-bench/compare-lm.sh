#!/bin/sh
# Tokens per second of language models beside a control in C with the same loops, in one run.
#
#   compare-lm.sh WEIGHTS_DIR
#
# WEIGHTS_DIR holds stories15M and minimind2-small as 'ccl lm fetch NAME --dir WEIGHTS_DIR/NAME' leaves
# them. A 1.1 B model by src/lm/large_gguf.py, dev.ccl.bench.ModelRate and src/lm/llama-cpp.mjs measure
# rounded activations beside llama.cpp from npm. Needs a C compiler and a built ccl-bench; CCL_CLASSPATH overrides the classes to measure.
set -eu
[ $# -eq 1 ] || { sed -n '2,8p' "$0" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
classes=${CCL_CLASSPATH:-$here/target/benchmarks.jar}
"${CC:-cc}" -O3 -march=native -o "$work/llama" "$here/src/lm/llama.c" -lm
# shellcheck disable=SC2086 # the options are meant to be split
"${JAVA_HOME:+$JAVA_HOME/bin/}java" ${CCL_JAVA_OPTS:-} -cp "$classes" dev.ccl.bench.TokenRate "$1" "$work/llama"
