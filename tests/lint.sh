#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0
#
# Checks that need no program of ours. Usage: tests/lint.sh format|layers|markup|shell|words|all
#        tests/lint.sh tidy|clazy [-p BUILD_DIR] [-n COUNT] [FILE...]   (slow; LINT_JOBS of them at a time)
set -uo pipefail
shopt -s lastpipe # so that complain, at the end of a pipe, counts in this shell
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

failures=0

# complain TITLE: prints the offending rows from standard input under the title, and counts; silent without rows
complain() {
    local rows
    rows=$(cat)
    [ -n "$rows" ] || return 0
    printf '%s\n' "$1" >&2
    printf '%s\n' "$rows" | sed 's/^/    /' >&2
    failures=$((failures + 1))
}

# sources FOLDER... : the C++ files under these folders
sources() {
    find "$@" \( -name node_modules -o -name build \) -prune -o \
        -type f \( -name '*.cpp' -o -name '*.h' \) -print | sort
}

check_format() {
    sources app core ui tests | xargs -r clang-format --dry-run -Werror || failures=$((failures + 1))
}

check_shell() {
    find .ci installer resources tests -name node_modules -prune -o \
        -type f \( -name '*.sh' -o -path .ci/run \) -print0 | xargs -0 shellcheck -x || failures=$((failures + 1))
}

# The rooms of core, lowest first: a room includes itself and what stands before it.
rooms=(secrets json rpc transport connection capture mcp findings lab proxy config doctor)

check_rooms() {
    local index room allowed
    for index in "${!rooms[@]}"; do
        room=${rooms[index]}
        [ -d "core/$room" ] || continue
        allowed=$(IFS='|' && echo "${rooms[*]:0:index+1}")
        grep -srnE '#include "core/[a-z]+/' "core/$room" --include='*.cpp' --include='*.h' |
            grep -vE "#include \"core/($allowed)/" |
            complain "core/$room includes a room above it (rooms, lowest first: ${rooms[*]}):"
    done
    find core -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | grep -vxE "$(IFS='|' && echo "${rooms[*]}")" |
        complain "folders of core that have no place in the order of rooms (tests/lint.sh):"
}

check_layers() {
    local gui='#include *<(QtGui|QtWidgets|QWidget|QApplication|QGuiApplication|QPainter|QIcon|QColor|QPixmap|QImage|QFont|QAction|QClipboard)\b'
    local code=(--include='*.cpp' --include='*.h')

    grep -srnE '#include "(ui|app)/' core "${code[@]}" | complain "core includes what stands above it:"
    grep -srnE '#include "app/' ui "${code[@]}" | complain "ui includes app:"
    grep -srnE "$gui" core app/cli app/demoserver "${code[@]}" | complain "core, the command line and the demo server know no Gui:"
    grep -srnE '#include "ui/' app/cli app/demoserver "${code[@]}" | complain "the command line and the demo server include ui:"
    grep -srnE '#include *<(QtWidgets|QWidget|QApplication|Q(Abstract|Table|Tree|List|Header|Graphics)[A-Za-z]*View|QDialog|QLabel)\b' ui/models "${code[@]}" |
        complain "ui/models needs Qt Core only:"
    grep -srnE '\bQSettings\b|(^|[^A-Za-z0-9_:.>])tr\(' core "${code[@]}" | complain "settings and translation do not belong in core:"
    grep -srnE '\bQEventLoop\b|\bprocessEvents\(|\bwaitFor(Started|Finished|ReadyRead|BytesWritten|Connected|Disconnected)\(|->exec\(\)|\bQThread::(m|u)?sleep' \
        core ui "${code[@]}" | complain "nothing waits inside a call, and there is one event loop:"
    grep -srnE '\bQ(Property|Variant|Parallel|Sequential)?Animation(Group)?\b|\bQTimeLine\b|\bQMovie\b|setAnimated\(true' app ui "${code[@]}" |
        complain "nothing is animated (ui/views/style/noanimationstyle.h):"
    grep -srnE '#include "\.\./' app core ui tests "${code[@]}" | grep -v node_modules | complain "include by layer path, not with ../:"
    check_rooms

    sources app core ui tests | xargs -r grep -L 'SPDX-License-Identifier: Apache-2.0' | complain "files without an SPDX header:"
    find app core resources tests ui installer -maxdepth 1 -type d | while read -r folder; do
        [ -f "$folder/README.md" ] || echo "$folder"
    done | grep -vE '^(resources/logo|installer/linux)$' | complain "folders without a README.md:"
}

# What a peer, a file or a configuration says is shown as text, never as HTML (ui/views/README.md).
check_markup() {
    local code=(--include='*.cpp' --include='*.h')
    # Rich text of our own, in which every foreign word is escaped.
    local rich='/(rowlinks|answerdialog|httpview|guidebrowser|factstab|loadpart|aboutdialog)\.cpp:'

    grep -srnE '\bnew QLabel\b|\bQLabel +[a-z][A-Za-z]*[({;]|: public QLabel\b|: QLabel\(' ui "${code[@]}" |
        grep -v '/plainlabel\.' | complain "a label is a PlainLabel or a PeerLabel; QLabel renders HTML:"
    grep -srnE 'setTextFormat\(|\b(setHtml|insertHtml|appendHtml|setMarkdown)\(' ui "${code[@]}" |
        grep -vE "$rich|/plainlabel\.cpp:" | complain "rich text, in a file that tests/lint.sh does not list:"
    grep -srnE '\bQ(MessageBox|ErrorMessage|InputDialog|ProgressDialog|WhatsThis|TextEdit|SystemTrayIcon)\b *(::|\(|[a-z]+[({;])|\bset(WhatsThis|StatusTip)\(' ui "${code[@]}" |
        grep -v 'QTextEdit::ExtraSelection' | complain "these render HTML; a MessageBar or a dialog with a PeerLabel does not:"
    # A tool tip is a text of ours, tr("…") or a variable called toolTip, or it passes through Texts::toolTip() or AccessibleNames::setToolTip().
    # shellcheck disable=SC2016 # perl's variables
    sources ui | grep -v '/accessiblenames\.' | xargs -r perl -0777 -ne '
        my $string = qr/"(?:\\.|[^"\\])*"/;
        my $inside = qr/(?<in>(?:[^()"]|$string|\((?&in)\))*)/;
        while (/(?<!AccessibleNames::)\b(?:set(?:Tab)?ToolTip|QToolTip::showText)\($inside\)/g) {
            my ($call, $tip) = ($&, $+{in});
            my $line = 1 + (substr($_, 0, $-[0]) =~ tr/\n//);
            $tip =~ s/\btr\((?:\s|,|$string)*\)/toolTip/g;        # our own words, without a place for others
            $tip =~ s/\bTexts::toolTip\($inside\)/toolTip/g;
            $tip =~ s/[^?:]*\?//g;                                # conditions
            $tip = (split /,/, $tip)[-1] if $call =~ /^setTab/;    # after the number of the tab
            $tip = (split /,/, $tip)[1] if $call =~ /^QToolTip/;
            my @open = grep { !/^\s*(?:toolTip\w*|QString\(\)|\{\})\s*$/ } split /:/, $tip, -1;
            $call =~ s/\s+/ /g;
            print "$ARGV:$line:$call\n" if @open;
        }' | complain "a tool tip that may be HTML; use AccessibleNames::setToolTip() or Texts::toolTip():"
}

# Phrases that stay out of comments and documents. Quotes of a peer or of an old text are not looked at: nothing in "…" or `…`.
check_words() {
    # shellcheck disable=SC2016 # perl's variables
    sources app core ui tests | xargs -r perl -ne '
        $comment = m{^\s*//[/!]?<?\s?(.*)} || m{\s///?<?\s(.*)};
        print "$ARGV:$.:$1\n" if $comment && !$follows && $1 =~ /^(What|Whether|Of|Who|Whose|Which)\b(?!.*\?)/;
        $follows = m{^\s*//};
        close ARGV if eof;' | complain "comments begin with a noun, or with a verb in the third person:"
    # shellcheck disable=SC2016 # perl's variables
    {
        sources app core ui tests
        find . \( -name node_modules -o -name build -o -name zh_CN -o -name .git \) -prune -o -name '*.md' -print | sort
    } | xargs -r perl -ne '
        my $text = m{(?<!:)//(.*)} ? $1 : "";
        $text = $_ if $ARGV =~ /\.md$/;
        $text =~ s/"[^"]*"|`[^`]*`|“[^”]*”//g;
        print "$ARGV:$.:$_" if $text =~ /\b(told|nobody|somebody|all the same|for the sake of|in the place of|the begin of|what is none|so long after)\b/i;
        close ARGV if eof;' | complain "these words have a better one (CONTRIBUTING.md):"
    # Comments, texts and documents; tests quote other programs. "cancelled" is the protocol's.
    # shellcheck disable=SC2016 # perl's variables
    {
        sources app core ui tests
        find . \( -name node_modules -o -name build -o -name zh_CN -o -name .git \) -prune -o -name '*.md' -print | sort
    } | xargs -r perl -ne '
        my $text = m{(?<!:)//(.*)} ? $1 : "";
        $text .= " $1" while $ARGV !~ m{^tests/} && /"((?:\\.|[^"\\])*)"/g;
        $text = s/`[^`]*`//gr if $ARGV =~ /\.md$/;
        print "$ARGV:$.:$_" if $text =~ /\b(?:un|re|mis)?(?:colour|behaviour|honour|favour|flavour|neighbour|catalogue|centre|
            licence|judgement|acknowledgement|artefact|programmes?\b|grey|analyse|spoilt|fulfil\b|towards|labelled|
            labelling|modelled|modelling|signalled\b|travelled|travelling|(?:serial|initial|normal|recogn|organ|author|
            summar|optim|minim|synchron|custom|token|local|visual|general|special|categor|prior|util|final|real|
            standard|sanit)is(?:e|ing|ation))/xi;
        close ARGV if eof;' | complain "the spelling is American (color, behavior, gray):"
}

# changed_units: the units of app, core and ui that changed since the last release tag (or in the last fifty commits),
# newest first; all of them where that history is missing.
changed_units() {
    local base
    base=$(git describe --tags --abbrev=0 2>/dev/null || git rev-parse --verify --quiet HEAD~50)
    {
        git diff --name-only HEAD -- app core ui
        git log --first-parent -m --name-only --format= ${base:+"$base.."} -- app core ui
        [ -n "$base" ] || sources app core ui
    } 2>/dev/null | sed -n 's/\.\(cpp\|h\)$/.cpp/p' | awk '!seen[$0]++'
}

# analyze COMMAND [-p BUILD_DIR] [-n COUNT] [FILE...] : runs the command on each FILE, or on the COUNT units that changed
# last, with the command lines of a build without precompiled headers, which is configured in BUILD_DIR and never built.
analyze() {
    local command=$1 build=build/lint count='' OPTIND=1 option log
    shift
    while getopts p:n: option; do
        case $option in
        p) build=$OPTARG ;;
        n) count=$OPTARG ;;
        *) exit 2 ;;
        esac
    done
    shift $((OPTIND - 1))
    log=$(mkdir -p "$build" && flock "$build" cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Debug \
        -DCMAKE_CXX_COMPILER=clang++ -DPULLCORD_TESTS=OFF 2>&1) || { echo "$log" >&2; exit 1; }
    local -a units
    mapfile -t units < <(if [ $# -gt 0 ]; then printf '%s\n' "$@"; else changed_units; fi |
        while read -r file; do grep -qF "\"file\": \"$PWD/$file\"" "$build/compile_commands.json" && echo "$file"; done)
    [ $# -eq 0 ] || [ ${#units[@]} -eq $# ] || { echo "lint.sh: not every file is a unit of the program: $*" >&2; exit 1; }
    local -a checked=("${units[@]:0:${count:-${#units[@]}}}")
    [ ${#checked[@]} -gt 0 ] || { echo "no unit to check" && return; }
    printf '%s\0' "${checked[@]}" | BUILD=$build xargs -0 -n 1 -P "${LINT_JOBS:-1}" bash -c "$command" _ ||
        failures=$((failures + 1))
    echo "checked ${#checked[@]} of ${#units[@]} changed units, newest first"
}

check_tidy() {
    # shellcheck disable=SC2016 # expanded by the command
    analyze 'log=$(clang-tidy --quiet -p "$BUILD" --warnings-as-errors="*" "$1" 2>&1) || { echo "$log"; exit 1; }' "$@"
}

check_clazy() {
    # shellcheck disable=SC2016 # expanded by the command
    analyze 'log=$(clazy-standalone --checks=level0 --header-filter="/(app|core|ui)/" -p "$BUILD" "$1" 2>&1) ||
        { echo "$log"; exit 1; }
        ! grep -E "\[-Wclazy" <<<"$log"' "$@"
}

case "${1:-}" in
format) check_format ;;
layers) check_layers ;;
markup) check_markup ;;
shell) check_shell ;;
words) check_words ;;
all) check_format; check_layers; check_markup; check_shell; check_words ;;
tidy) check_tidy "${@:2}" ;;
clazy) check_clazy "${@:2}" ;;
*) sed -n '5,6s/^# *//p' "$0" >&2; exit 2 ;;
esac
[ "$failures" = 0 ]
