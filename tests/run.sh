#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0
#
# Installs what the tests need, builds them and runs every one. Ends with ctest's summary, non-zero when
# anything failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=installer/packages.sh
. installer/packages.sh

usage() {
    cat <<'EOF'
Usage: tests/run.sh [--asan] [--dev] [--core-only] [--label LABEL]

Each of the first three names a preset to build and test, in the order given; without any, --asan, as in CI.

  --asan          everything under the address and undefined-behavior sanitizers (build/asan)
  --dev           everything, each source compiled by itself, without sanitizers (build/dev)
  --core-only     core, command line and demo server, without Gui and Widgets (build/core-only)
  --label LABEL   only the tests with this label: core, ui, e2e, peers, lint, package, bench, fuzz
EOF
}

presets=()
ctest_options=()
while [ $# -gt 0 ]; do
    case "$1" in
    --asan | --dev | --core-only) presets+=("${1#--}") ;;
    --label)
        [ $# -ge 2 ] || die "--label needs a label"
        ctest_options+=(--label-regex "^$2\$")
        shift
        ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; die "unknown argument: $1" ;;
    esac
    shift
done
[ ${#presets[@]} -gt 0 ] || presets=(asan)

# The peers are npm packages, the Node they run on among them, so any npm will do to install them.
install_peers() {
    local stamp=node_modules/.installed lock node
    cd tests/peers
    lock=$(sha256sum package-lock.json)
    if [ "$(cat "$stamp" 2>/dev/null)" != "$lock" ]; then
        say "Installing the real peers (npm ci in tests/peers)"
        npm ci --loglevel=error || die "npm could not install the peers in tests/peers; see its message above."
        node=$(echo node_modules/node-linux-*/bin/node)
        "$node" --version >/dev/null ||
            die "the Node in tests/peers does not start; there is one for Linux on x64 and arm64 only."
        printf '%s\n' "$lock" >"$stamp"
    fi
}

sections=(build test)
command -v npm >/dev/null || sections+=(npm)
install_packages "${sections[@]}"
(install_peers)

if command -v ccache >/dev/null; then
    export CMAKE_CXX_COMPILER_LAUNCHER="${CMAKE_CXX_COMPILER_LAUNCHER-ccache}"
    export CCACHE_SLOPPINESS="${CCACHE_SLOPPINESS-pch_defines,time_macros}" # what precompiled headers need
fi
for preset in "${presets[@]}"; do
    say "Configuring build/$preset"
    cmake --preset "$preset" -DPULLCORD_PEERS=ON || die "configuring build/$preset failed."
    say "Building build/$preset"
    cmake --build --preset "$preset" || die "building build/$preset failed; see the first error above."
    say "Testing build/$preset"
    ctest --preset "$preset" ${ctest_options[@]+"${ctest_options[@]}"} # ends the script when a test fails
done
