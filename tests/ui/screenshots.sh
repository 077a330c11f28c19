#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0
#
# Takes the pictures of the window at work, without a display: light, dark and at twice the size.
# Usage: tests/ui/screenshots.sh [FOLDER [all [LANGUAGE]]]   (default resources/screenshots; the dev preset must be built)
# With "all" it also takes the start page, the dialogs and a closer look.
# Without arguments it also takes the pictures of the user guide, in each language (build again after that), and
# cancel.gif, the animated picture of the README, if ffmpeg or ImageMagick is installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

folder=${1:-resources/screenshots}
what=${2:-}
language=${3:-en}
build=${PULLCORD_BUILD_DIR:-build/dev}
# Dialogs are no larger than the screen: this one has room for all of them, at twice the size too.
screen=$(mktemp)
frames=$(mktemp -d)
trap 'rm -rf "$screen" "$frames"' EXIT
echo '{"screens": [{"width": 2880, "height": 1800, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}]}' >"$screen"
export PULLCORD_BIN_DIR=$PWD/$build/bin QT_QPA_PLATFORM=offscreen:configfile=$screen LC_ALL=C.UTF-8

# Usage: take_animation FILE
take_animation() {
    "$build/tests/pullcord-screenshots" "$frames" "" animation
    if command -v ffmpeg >/dev/null; then
        ffmpeg -v error -y -framerate 8 -i "$frames/frame-%03d.png" \
            -filter_complex 'split[a][b];[a]palettegen=max_colors=128[p];[b][p]paletteuse=dither=none' "$1"
    elif command -v convert >/dev/null; then
        convert -delay 1x8 -loop 0 "$frames"/frame-*.png +dither -colors 128 -layers Optimize "$1"
    else
        echo "screenshots.sh: $1 was not made: install ffmpeg or imagemagick" >&2
    fi
}

"$build/tests/pullcord-screenshots" "$folder" "" "$what" "$language"
"$build/tests/pullcord-screenshots" "$folder" -dark dark "$what" "$language"
QT_SCALE_FACTOR=2 "$build/tests/pullcord-screenshots" "$folder" @2x "$what" "$language"
if [ $# -eq 0 ]; then
    QT_SCALE_FACTOR=2 "$build/tests/pullcord-screenshots" resources/guide/pictures "" guide
    QT_SCALE_FACTOR=2 "$build/tests/pullcord-screenshots" resources/guide/pictures -dark dark guide
    for translated in resources/guide/*_*/pictures; do
        code=$(basename "$(dirname "$translated")")
        QT_SCALE_FACTOR=2 "$build/tests/pullcord-screenshots" "$translated" "" guide "$code"
        QT_SCALE_FACTOR=2 "$build/tests/pullcord-screenshots" "$translated" -dark dark guide "$code"
    done
    take_animation "$folder/cancel.gif"
fi
