# shellcheck shell=bash
# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0
#
# For run.sh here and in tests: installs sections of packages.txt with apt. Source it; it runs nothing by itself.

say() { printf '==> %s\n' "$*"; }
die() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

packages_txt="$(dirname "${BASH_SOURCE[0]}")/packages.txt"

# package_names SECTION... : the packages of these sections
package_names() {
    local section
    for section in "$@"; do
        awk -v section="$section" '$1 == section { print $2 }' "$packages_txt"
    done
}

# missing_packages SECTION... : those of them that are not installed
missing_packages() {
    local name
    for name in $(package_names "$@"); do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || echo "$name"
    done
}

# Runs apt-get as root, asking for a password through sudo where that is needed.
apt_get() {
    local -a as_root=(env)
    [ "$(id -u)" = 0 ] || as_root=(sudo env)
    "${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get "$@"
}

# install_packages SECTION... : installs what is missing of these sections, or says why it cannot
install_packages() {
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        say "No apt here, so nothing is installed. Needed, by their Debian names:"
        package_names "$@" | sed 's/^/      /'
        return
    fi

    local -a missing
    mapfile -t missing < <(missing_packages "$@")
    if [ ${#missing[@]} = 0 ]; then
        say "Nothing to install: every package needed is here."
        return
    fi
    say "Missing packages: ${missing[*]}"
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
        die "installing them needs root, and there is no sudo. As root, run:
    apt-get install --no-install-recommends ${missing[*]}
then start this script again."
    fi

    # An empty or outdated package list shows up as a plan that fails, so only then is it fetched anew.
    if ! apt-get install --simulate --no-install-recommends "${missing[@]}" >/dev/null 2>&1; then
        say "Refreshing the package lists"
        apt_get update -q || die "apt-get update failed; see its message above."
    fi
    say "Installing"
    apt_get install -q -y --no-install-recommends "${missing[@]}" ||
        die "apt-get could not install: ${missing[*]}"
}
