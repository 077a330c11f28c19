#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0
#
# From a fresh Debian 12 or 13 machine and a clean checkout to the running program.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=installer/packages.sh
. installer/packages.sh

usage() {
    cat <<'EOF'
Usage: installer/run.sh [--build-only]

Installs what is missing (Debian packages, by apt), builds Pullcord into build/release, and starts it
on its embedded demo server. Without a display it tells the demo's story on the terminal instead.
Run it again at any time: what is done is not done twice.

  --build-only   stop after the build
EOF
}

start=yes
for argument in "$@"; do
    case "$argument" in
    --build-only) start=no ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; die "unknown argument: $argument" ;;
    esac
done

sections=(build)
if [ -n "${WAYLAND_DISPLAY:-}" ] && [ -z "${DISPLAY:-}" ]; then
    sections+=(wayland)
fi
install_packages "${sections[@]}"

if command -v ccache >/dev/null; then
    export CMAKE_CXX_COMPILER_LAUNCHER="${CMAKE_CXX_COMPILER_LAUNCHER-ccache}"
fi
say "Configuring build/release"
cmake --preset release || die "configuring failed; see the message above."
say "Building"
cmake --build --preset release || die "the build failed; see the first error above."
say "Built: build/release/bin/pullcord, pullcord-cli, pullcord-demo-server"

[ "$start" = yes ] || exit 0
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    say "Starting Pullcord on its demo server"
    exec build/release/bin/pullcord --demo
fi
say "No display (neither DISPLAY nor WAYLAND_DISPLAY is set): running the demo on the terminal"
exec build/release/bin/pullcord-cli demo
