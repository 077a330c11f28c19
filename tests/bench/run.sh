#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds a release and measures it: tests/bench/run.sh [--quick] [--json FILE]. Exit code 3: a limit was missed.
# Uses the display if there is one (also that of xvfb-run), else Qt's offscreen platform.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# shellcheck source=installer/packages.sh
. installer/packages.sh

install_packages build test
if command -v ccache >/dev/null; then
    export CMAKE_CXX_COMPILER_LAUNCHER="${CMAKE_CXX_COMPILER_LAUNCHER-ccache}"
    export CCACHE_SLOPPINESS="${CCACHE_SLOPPINESS-pch_defines,time_macros}"
fi
say "Building build/bench"
cmake --preset bench || die "configuring build/bench failed."
cmake --build --preset bench || die "building build/bench failed; see the first error above."
[ -n "${DISPLAY-}" ] || export QT_QPA_PLATFORM=offscreen
export PULLCORD_BIN_DIR=$PWD/build/bench/bin
exec build/bench/tests/bench_all "$@"
