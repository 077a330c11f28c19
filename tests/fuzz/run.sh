#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0
#
# tests/fuzz/run.sh MINUTES [--files] [UNIT…]
#
# Builds the fuzzers (preset fuzz, clang) and runs each of them, or the named ones, for MINUTES. They start from their corpus and
# from inputs found by earlier runs. Prints coverage, number of runs and memory of each. 0 minutes: only measures the coverage.
# --files: also prints covered edges, all edges and their ratio for each of our source files that the unit reaches.
# An input that causes a failure stays in build/fuzz/crashes; the exit code is 1 then.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

minutes=${1:-}
if [[ ! $minutes =~ ^[0-9]+$ ]]; then
    sed -n 's/^# \(tests\/fuzz\/run.sh.*\)/usage: \1/p' "${BASH_SOURCE[0]}" >&2
    exit 2
fi
shift
files=
if [[ ${1:-} == --files ]]; then
    files=1
    shift
fi
units=("$@")
if ((${#units[@]} == 0)); then
    for source in tests/fuzz/fuzz_*.cpp; do
        unit=${source##*/fuzz_}
        units+=("${unit%.cpp}")
    done
fi

# coverage LOG: prints the -print_coverage figures of functions in our files, summed by file, the largest first
coverage() {
    sed -nE "s|^(UN)?COVERED_FUNC: hits: [0-9]+ edges: ([0-9]+)/([0-9]+) .* $PWD/([a-z]+/[^: ]+\.(cpp\|h)).*|\4 \2 \3|p" "$1" |
        grep -v '^build/\|^tests/' |
        awk '{ covered[$1] += $2; all[$1] += $3 }
             END { for (file in all) if (covered[file]) printf "    %-60s %5d of %5d  %3d %%\n", file, covered[file], all[file], 100 * covered[file] / all[file] }' |
        sort -k2,2nr
}

cmake --preset fuzz
cmake --build --preset fuzz --target "${units[@]/#/fuzz_}"
mkdir -p build/fuzz/crashes
failed=0
for unit in "${units[@]}"; do
    found=build/fuzz/found/$unit
    log=build/fuzz/$unit.log
    mkdir -p "$found"
    options=("-artifact_prefix=build/fuzz/crashes/$unit-" -timeout=20 -print_final_stats=1)
    [[ -e tests/fuzz/$unit.dict ]] && options+=("-dict=tests/fuzz/$unit.dict")
    if ((minutes)); then
        options+=("-max_total_time=$((minutes * 60))")
    else
        options+=(-runs=0)
    fi
    [[ -n $files ]] && options+=(-print_coverage=1)
    if ! "build/fuzz/fuzz/fuzz_$unit" "${options[@]}" "$found" "tests/fuzz/corpus/$unit" >"$log" 2>&1; then
        failed=1
        echo "$unit: stopped, see $log"
    fi
    # Edges and features covered, inputs that show them, inputs tried, memory in MB.
    echo "$unit: $(grep -o 'cov: [0-9]* ft: [0-9]* corp: [0-9]*' "$log" | tail -1)," \
        "$(sed -nE 's/^stat::number_of_executed_units: *([0-9]+)/\1 runs/p; s/^stat::peak_rss_mb: *([0-9]+)/\1 MB/p' "$log" | paste -sd ' ')"
    [[ -n $files ]] && coverage "$log"
done
exit "$failed"
