#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0
#
# tests/fuzz/run.sh MINUTES [UNIT…]: builds the fuzzers (preset fuzz, clang) and runs each of them, or those named, for so long,
# from its corpus and what earlier runs have found. Prints how much each has covered. An input that breaks something is left in
# build/fuzz/crashes; the exit code is 1 then.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

minutes=${1:-}
if [[ ! $minutes =~ ^[0-9]+$ ]]; then
    sed -n 's/^# \(tests\/fuzz\/run.sh.*\)/usage: \1/p' "${BASH_SOURCE[0]}" >&2
    exit 2
fi
shift
units=("$@")
if ((${#units[@]} == 0)); then
    for source in tests/fuzz/fuzz_*.cpp; do
        unit=${source##*/fuzz_}
        units+=("${unit%.cpp}")
    done
fi

cmake --preset fuzz
cmake --build --preset fuzz
mkdir -p build/fuzz/crashes
failed=0
for unit in "${units[@]}"; do
    found=build/fuzz/found/$unit
    log=build/fuzz/$unit.log
    mkdir -p "$found"
    options=("-max_total_time=$((minutes * 60))" "-artifact_prefix=build/fuzz/crashes/$unit-" -timeout=20)
    [[ -e tests/fuzz/$unit.dict ]] && options+=("-dict=tests/fuzz/$unit.dict")
    if ! "build/fuzz/fuzz/fuzz_$unit" "${options[@]}" "$found" "tests/fuzz/corpus/$unit" >"$log" 2>&1; then
        failed=1
        echo "$unit: stopped, see $log"
    fi
    # Edges and features that were covered, inputs that show them, and how many were tried.
    echo "$unit: $(grep -o 'cov: [0-9]* ft: [0-9]* corp: [0-9]*' "$log" | tail -1), $(grep -o 'Done [0-9]* runs' "$log" || true)"
done
exit "$failed"
