#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0
#
# Checks of what a package would hold. Usage: tests/package.sh man|desktop|metainfo|install|nogui|runpath|hardening BUILD_DIR
set -euo pipefail

fail() {
    printf 'package.sh: %s\n' "$*" >&2
    exit 1
}

build=${2:-}
[ -f "$build/CMakeCache.txt" ] || fail "not a build directory: $build"
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
id=io.github.pullcord.Pullcord

check_man() {
    local page warnings
    for page in "$build"/installer/*.1 "$build"/installer/printed/*.1; do
        warnings=$(MANWIDTH=80 man --warnings --local-file "$page" 2>&1 >/dev/null)
        [ -z "$warnings" ] || fail "$page: $warnings"
        grep -q "Pullcord $version" "$page" || fail "$page does not name version $version"
    done
}

check_desktop() {
    desktop-file-validate "$build/installer/$id.desktop"
}

check_metainfo() {
    local -a options=(--no-net)
    case "$(appstreamcli --version)" in
    *" 0."*) ;;
    *) options+=(--override=url-homepage-missing=info) ;; # a warning since 1.0, and Pullcord has no homepage
    esac
    appstreamcli validate "${options[@]}" "$build/installer/$id.metainfo.xml"
}

# Installs, and tries the programs where they were put: nothing may lean on the build directory.
check_install() {
    local root program file said
    root=$(mktemp -d)
    # shellcheck disable=SC2064 # the folder is known now
    trap "rm -rf '$root'" EXIT
    DESTDIR=$root cmake --install "$build" --prefix /usr >/dev/null

    for program in "$root"/usr/bin/*; do
        said=$("$program" --version)
        [ "$said" = "$(basename "$program") $version" ] || fail "$program --version says '$said'"
        [ -f "$root/usr/share/man/man1/$(basename "$program").1.gz" ] || fail "$program has no man page"
    done
    zcat "$root/usr/share/doc/pullcord-cli/changelog.gz" | grep -qm 1 "^pullcord ($version) " || fail "the changelog does not begin with $version"
    [ -x "$root/usr/bin/pullcord-cli" ] || fail "pullcord-cli is not installed"
    while read -r program; do
        [ -f "$root/usr/share/man/man1/pullcord-cli-$program.1.gz" ] || fail "pullcord-cli $program has no man page"
    done < <("$root/usr/bin/pullcord-cli" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\)\( .*\|$\)/\1/p' | grep . | sort -u)
    while read -r file; do
        [ "$(od -An -tu4 -j4 -N4 "$file" | tr -d ' ')" = 0 ] || fail "$file holds the time of the build"
    done < <(find "$root" -name '*.gz')
    local shells=$root/usr/share/bash-completion/completions/pullcord-cli
    bash -n "$shells" || fail "bash does not understand $shells"
    [ -s "$root/usr/share/zsh/vendor-completions/_pullcord-cli" ] || fail "there is no completion for zsh"
    [ -s "$root/usr/share/fish/vendor_completions.d/pullcord-cli.fish" ] || fail "there is no completion for fish"
    (cd "$root" && usr/bin/pullcord-cli demo >story.txt 2>&1) || fail "the installed pullcord-cli demo failed: $(cat "$root/story.txt")"

    [ -x "$root/usr/bin/pullcord" ] || return 0
    local entry=$root/usr/share/applications/$id.desktop
    grep -qx "Icon=$id" "$entry" || fail "the desktop entry names another icon"
    [ -f "$root/usr/share/icons/hicolor/48x48/apps/$id.png" ] || fail "the launcher icon is not installed"
    [ -f "$root/usr/share/metainfo/$id.metainfo.xml" ] || fail "the metainfo is not installed"
    check_type "$root/usr/share" "$entry"
}

# check_type SHARE ENTRY: a file manager knows captures by their name and by how they begin, and opens them, several at once.
check_type() {
    local type=application/vnd.pullcord.capture
    [ -f "$1/mime/packages/$id.xml" ] || fail "the type of captures is not installed"
    grep -qx 'Exec=pullcord %F' "$2" || fail "the desktop entry takes no files"
    grep -q "^MimeType=.*$type;" "$2" || fail "the desktop entry does not open captures"
    grep -q "<mediatype>$type</mediatype>" "$1/metainfo/$id.metainfo.xml" || fail "the metainfo does not name the type of captures"
    command -v update-mime-database >/dev/null || return 0
    update-mime-database "$1/mime" 2>/dev/null
    grep -qx "[0-9]*:$type:\*.pullcord" "$1/mime/globs2" || fail "captures are not known by their name"
    grep -qaF '{"pullcord":' "$1/mime/magic" || fail "captures are not known by how they begin"
    grep -qx "$type text/plain" "$1/mime/subclasses" || fail "captures are not text"
}

# Core, the command line and the demo server are configured where there is no Gui, and take no more of Qt than
# Core and Network.
check_nogui() {
    local folder said binary qt
    folder=$(mktemp -d)
    # shellcheck disable=SC2064 # the folder is known now
    trap "rm -rf '$folder'" EXIT
    said=$(cmake -S "$(dirname "${BASH_SOURCE[0]}")/.." -B "$folder" -G Ninja -DPULLCORD_CORE_ONLY=ON -DPULLCORD_TESTS=OFF \
        -DCMAKE_DISABLE_FIND_PACKAGE_Qt6Gui=ON -DCMAKE_DISABLE_FIND_PACKAGE_Qt6Widgets=ON 2>&1) ||
        fail "core cannot be configured without Gui: $said"
    for binary in "$build"/lib*/libpullcord_core.so "$build"/bin/pullcord-cli "$build"/bin/pullcord-demo-server; do
        [ -f "$binary" ] || continue # the library, where it is linked into the programs
        qt=$(readelf --dynamic --wide "$binary" | sed -n 's/.*(NEEDED).*\[libQt6\(.*\)\.so.*/\1/p' | grep -vxE 'Core|Network') || true
        [ -z "$qt" ] || fail "$binary takes of Qt more than Core and Network: $qt"
    done
}

# programs FOLDER... : the programs and shared libraries below these folders
programs() {
    find "$@" -type f \( -perm -u+x -o -name '*.so*' \) -print0 2>/dev/null | while IFS= read -r -d '' file; do
        [ "$(head -c 4 "$file" | tail -c 3)" = ELF ] && printf '%s\n' "$file"
    done
}

# run_path PROGRAM: its run path, or nothing where it has none
run_path() {
    readelf --dynamic --wide "$1" | sed -n 's/.*(R\(UN\)\?PATH).*\[\(.*\)\]$/\2/p'
}

# check_run_path PROGRAM FOLDER: each part of its run path is beside the program. An empty part would be the current folder,
# from which a stranger's library would be loaded. Of what is installed below FOLDER, each part also holds a library that the
# program needs.
check_run_path() {
    local path part folder library found
    readelf --dynamic --wide "$1" | grep -qE '\(R(UN)?PATH\)' || return 0
    path=$(run_path "$1")
    while IFS= read -r -d : part; do
        # shellcheck disable=SC2016 # the dynamic linker expands it
        [[ $part == '$ORIGIN'* ]] || fail "$1: '$part' in its run path '$path' is not beside the program"
        [[ $1 == "$2"/* ]] || continue
        folder=$(dirname "$1")${part#\$ORIGIN}
        found=
        while read -r library; do
            [ ! -e "$folder/$library" ] || found=yes
        done < <(readelf --dynamic --wide "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p')
        [ -n "$found" ] || fail "$1: '$part' in its run path '$path' holds nothing that it needs"
    done <<<"$path:"
}

check_runpath() {
    local root program count=0
    root=$(mktemp -d)
    # shellcheck disable=SC2064 # the folder is known now
    trap "rm -rf '$root'" EXIT
    DESTDIR=$root cmake --install "$build" --prefix /usr >/dev/null
    while read -r program; do
        check_run_path "$program" "$root"
        count=$((count + 1))
    done < <(programs "$build"/bin "$build"/lib* "$build"/tests "$root")
    [ "$count" -ge 6 ] || fail "only $count programs were found in $build"
}

# What the compiler and the linker were asked for in cmake/options.cmake.
check_hardening() {
    local program dynamic symbols count=0
    while read -r program; do
        count=$((count + 1))
        dynamic=$(readelf --file-header --dynamic --program-headers --notes --wide "$program")
        symbols=$(readelf --dyn-syms --wide "$program")
        grep -q 'Type:  *DYN' <<<"$dynamic" || fail "$program is not position independent"
        grep -q 'BIND_NOW\|Flags:.* NOW' <<<"$dynamic" || fail "$program binds lazily"
        grep -q GNU_RELRO <<<"$dynamic" || fail "$program keeps its relocations writable"
        grep -q 'GNU_STACK .* RW ' <<<"$dynamic" || fail "$program has an executable stack"
        grep -q __stack_chk_fail <<<"$symbols" || fail "$program has no stack protector"
        # The mark of a whole program needs start-up code with it, which Debian 12 does not have. A library has no main.
        [ "$(uname -m)" != x86_64 ] || [[ $program == *.so* ]] || grep -q endbr64 <<<"$(objdump --disassemble=main "$program")" || fail "$program has no control-flow protection"
        grep -q '^CMAKE_BUILD_TYPE:STRING=Rel' "$build/CMakeCache.txt" || continue # FORTIFY needs optimization
        [[ $program != */pullcord-guard ]] || continue # it calls nothing that could be checked
        grep -q '_chk@' <<<"$(grep -v __stack_chk_fail <<<"$symbols")" || fail "$program has no checks of the C library"
    done < <(programs "$build"/bin "$build"/lib*)
    [ "$count" -ge 3 ] || fail "only $count programs were found in $build"
}

case "${1:-}" in
man) check_man ;;
desktop) check_desktop ;;
metainfo) check_metainfo ;;
install) check_install ;;
nogui) check_nogui ;;
runpath) check_runpath ;;
hardening) check_hardening ;;
*) fail "unknown check: ${1:-}" ;;
esac
