#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0
#
# Makes the packages of this Debian release and the portable archive, in build/release/packages.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=installer/packages.sh
. installer/packages.sh

usage() {
    cat <<'EOT'
Usage: installer/package.sh [--try ROOT]

Builds build/release, makes pullcord and pullcord-cli as Debian packages and one portable archive, and runs lintian.
The packages depend on the libraries of the Debian release they are built on; the archive brings its libraries.

  --try ROOT   then install, start and purge the packages, and start what the archive holds, in ROOT: the folder of a
               clean system (debootstrap --variant=minbase RELEASE ROOT). Needs root; ROOT is changed.
EOT
}

root=
while [ $# -gt 0 ]; do
    case "$1" in
    --try)
        [ -x "${2:-}/usr/bin/dpkg" ] || die "--try needs the folder of a Debian system"
        root=$2
        shift
        ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; die "unknown argument: $1" ;;
    esac
    shift
done

# in_root COMMAND... : run in ROOT, with its own /proc, this machine's /dev, and nothing of this machine's environment
in_root() {
    # shellcheck disable=SC2016 # expanded by the inner shell
    unshare --mount -- bash -ec 'mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev"; exec "$@"' "$root" \
        env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 HOME=/root DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"
}

# The programs start, tell the demo's story, and open a window that nobody sees.
try_programs() { # FOLDER_OF_PROGRAMS
    local status=0
    in_root "$1/pullcord" --version
    in_root "$1/pullcord-cli" demo >/dev/null || die "$1/pullcord-cli demo failed in $root"
    in_root env QT_QPA_PLATFORM=offscreen timeout 5 "$1/pullcord" --demo || status=$?
    [ "$status" = 124 ] || die "$1/pullcord --demo ended with $status in $root; it should run until it is stopped"
}

try_packages() {
    say "Trying the packages in $root"
    cp "${packages[@]}" "$root/tmp/"
    in_root apt-get update -q
    in_root apt-get install -q -y --no-install-recommends "${packages[@]/#*\///tmp/}"
    try_programs /usr/bin
    in_root apt-get purge -q -y pullcord pullcord-cli
    in_root apt-get autoremove -q -y --purge
    [ ! -e "$root/usr/bin/pullcord" ] || die "purging left /usr/bin/pullcord in $root"
}

try_archive() {
    say "Trying the archive in $root"
    tar -xzf "$archive" -C "$root/opt"
    try_programs "/opt/$(basename "$archive" .tar.gz)/bin"
    rm -rf "$root/opt/$(basename "$archive" .tar.gz)"
}

installer/run.sh --build-only
install_packages package

build=build/release
rm -rf $build/packages
# The packages first: the archive takes the same objects, linked with a path to the libraries beside them.
cmake --preset release -DPULLCORD_PORTABLE=OFF >/dev/null
cmake --build --preset release
(cd $build && cpack -G DEB)
cmake --preset release -DPULLCORD_PORTABLE=ON >/dev/null
cmake --build --preset release
(cd $build && cpack -G TGZ)
cmake --preset release -DPULLCORD_PORTABLE=OFF >/dev/null
cmake --build --preset release

packages=("$PWD/$build/packages/"*.deb)
archive=$(echo "$PWD/$build/packages/"*.tar.gz)
lintian --fail-on error,warning "${packages[@]}"
say "Made: ${packages[*]} $archive"
[ -z "$root" ] || { try_archive; try_packages; }
