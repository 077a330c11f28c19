#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0
#
# Renders every PNG of this folder again: the Lucide icons named in icons/icons.txt (black with alpha,
# the program recolors them to its palette; @2x for dense screens), and the launcher icon from its SVG.
# Needs rsvg-convert (Debian: librsvg2-bin) and npm.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

lucide="lucide-static@1.62.0"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for tool in rsvg-convert npm; do
    command -v "$tool" >/dev/null || { echo "render.sh: $tool is missing" >&2; exit 1; }
done

npm pack --silent --pack-destination "$work" "$lucide" >/dev/null
tar -xzf "$work"/lucide-static-*.tgz -C "$work"
cp "$work/package/LICENSE" icons/LICENSE

# The list is the truth: a PNG whose name left it must not linger.
for size in 16 20; do
    rm -rf "icons/$size"
    mkdir "icons/$size"
done

grep -v '^#' icons/icons.txt | while read -r name; do
    source="$work/package/icons/$name.svg"
    [ -f "$source" ] || { echo "render.sh: $lucide has no icon '$name'" >&2; exit 1; }
    sed 's/currentColor/#000000/' "$source" >"$work/icon.svg"
    for size in 16 20; do
        rsvg-convert -w "$size" -h "$size" "$work/icon.svg" -o "icons/$size/$name.png"
        rsvg-convert -w $((2 * size)) -h $((2 * size)) "$work/icon.svg" -o "icons/$size/$name@2x.png"
    done
done

for size in 16 22 24 32 48 64 128 256 512; do
    rsvg-convert -w "$size" -h "$size" logo/io.github.pullcord.Pullcord.svg -o "logo/$size.png"
done
