// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/innercommand.h"

#include <QFileInfo>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

/// Syntax of the arguments of a runner.
struct Form
{
    QLatin1StringView programs;    ///< names separated by blanks
    QLatin1StringView subcommands; ///< word before the options; empty for none
    InnerCommand::Where where;
    bool hasPlace;                 ///< the first word after the options names the place
    bool isShellLine;              ///< the words that follow are joined for a shell
    QLatin1StringView flags;       ///< options without a value, separated by blanks; all others take one
    QLatin1StringView places = {}; ///< options whose value names the place
    bool hasOptionsBehind = false; ///< more options may follow the place
};

using Where = InnerCommand::Where;

constexpr auto Engines = "docker podman nerdctl docker.exe podman.exe"_L1;
constexpr auto RunFlags =
    "-i --interactive -t --tty -d --detach --rm --init --privileged --read-only --no-healthcheck -P --publish-all "
    "--oom-kill-disable --sig-proxy --disable-content-trust -q --quiet --help --no-hosts --no-hostname --replace --rmi "
    "--env-host --http-proxy --tls-verify --passwd --systemd"_L1;
constexpr auto ExecFlags = "-i --interactive -t --tty -d --detach --privileged --latest"_L1;
constexpr auto ComposeFlags =
    "-i --interactive -T --no-TTY --no-tty -d --detach --rm --build --no-deps --service-ports --use-aliases -P "
    "--quiet-pull --remove-orphans --privileged"_L1;
constexpr auto SshFlags = "-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -V -v -X -x -Y -y"_L1;

constexpr std::array Forms{
    Form{Engines, "run"_L1, Where::Container, true, false, RunFlags},
    Form{Engines, "exec"_L1, Where::Container, true, false, ExecFlags},
    Form{"devcontainer"_L1, "exec"_L1, Where::Container, false, false, {}, "--container-id"_L1},
    Form{"kubectl oc"_L1, "exec"_L1, Where::Container, true, false, "-i --stdin -t --tty -q --quiet"_L1, {}, true},
    Form{"distrobox"_L1, "enter"_L1, Where::Container, true, false, "-T --no-tty -r --root -nw --no-workdir -v"_L1,
         "-n --name"_L1, true},
    Form{"toolbox"_L1, "run"_L1, Where::Container, false, false, "-v --verbose"_L1, "-c --container"_L1},
    Form{"ssh ssh.exe"_L1, {}, Where::Machine, true, true, SshFlags, {}, true},
    Form{"wsl wsl.exe"_L1, {}, Where::Subsystem, false, true, "~ --system"_L1, "-d --distribution"_L1},
};

bool isAmong(QLatin1StringView words, const QString &word)
{
    for (const QLatin1StringView each : words.tokenize(u' ')) {
        if (each == word)
            return true;
    }
    return false;
}

/// Removes options from the front of `words`, up to the first word that is not one. Calls `take` with each option and
/// its value.
template<typename Take>
void takeOptions(QStringList &words, QLatin1StringView flags, Take take)
{
    while (!words.isEmpty() && words.first().size() > 1 && words.first().startsWith(u'-') && words.first() != "--"_L1) {
        const QString word = words.takeFirst();
        const bool isLong = word.startsWith("--"_L1);
        const qsizetype equals = isLong ? word.indexOf(u'=') : -1;
        if (equals > 0) {
            take(word.first(equals), word.sliced(equals + 1));
            continue;
        }
        if (isLong || isAmong(flags, word)) {
            take(word, isAmong(flags, word) || words.isEmpty() ? QString() : words.takeFirst());
            continue;
        }
        // Single letters in one word: flags, up to the first that takes a value. The value is the rest of the word, or
        // the next word.
        qsizetype letter = 1;
        while (letter < word.size() && isAmong(flags, u'-' + word.mid(letter, 1)))
            ++letter;
        if (letter == word.size())
            continue;
        const QString rest = word.sliced(letter + 1);
        take(u'-' + word.mid(letter, 1), !rest.isEmpty() || words.isEmpty() ? rest : words.takeFirst());
    }
}

/// Removes the options before the subcommand of an engine, e.g. `--context remote`. Returns all words removed.
QStringList takeGlobals(QStringList &words)
{
    const QStringList all = words;
    takeOptions(words, "-D --debug --tls --tlsverify -r --remote --help -v --version"_L1,
                [](const QString &, const QString &) {});
    return all.first(all.size() - words.size());
}

QString takeWord(QStringList &words)
{
    return words.isEmpty() ? QString() : words.takeFirst();
}

/// Options of `docker run` that name the container or its command.
struct RunOptions
{
    QString name;
    QString cidFile;
    QString entrypoint;

    void take(const QString &option, const QString &value)
    {
        if (option == "--name"_L1)
            name = value;
        else if (option == "--cidfile"_L1)
            cidFile = value;
        else if (option == "--entrypoint"_L1)
            entrypoint = value;
    }
};

std::optional<InnerCommand> read(const Form &form, QStringList words, InnerCommand inner)
{
    inner.where = form.where;
    RunOptions options;
    const auto take = [&](const QString &option, const QString &value) {
        options.take(option, value);
        if (isAmong(form.places, option))
            inner.place = value;
    };
    takeOptions(words, form.flags, take);
    if (form.hasPlace && words.value(0) == "--"_L1)
        words.removeFirst();
    if (form.hasPlace && inner.place.isEmpty()) {
        inner.place = takeWord(words);
        if (inner.place.isEmpty())
            return {};
        if (form.hasOptionsBehind)
            takeOptions(words, form.flags, take);
    }
    inner.isShellLine = form.isShellLine;
    if (words.value(0) == "--"_L1) {
        words.removeFirst();
        inner.isShellLine = form.where == Where::Machine;
    }
    if (!options.entrypoint.isEmpty())
        words.prepend(options.entrypoint);
    inner.words = words;
    inner.name = options.name;
    inner.cidFile = options.cidFile;
    return inner;
}

} // namespace

std::optional<InnerCommand> InnerCommand::in(const QStringList &command)
{
    if (command.isEmpty())
        return {};
    InnerCommand inner;
    inner.runner = QFileInfo(command.first()).fileName();
    QStringList words = command.sliced(1);
    const bool isEngine = isAmong(Engines, inner.runner);
    QLatin1StringView flags; // replaces the flags of the form, if not empty
    if (isEngine || inner.runner == "kubectl"_L1 || inner.runner == "oc"_L1) {
        inner.engine = command.first(1) + takeGlobals(words);
        if (isEngine && words.value(0) == "container"_L1)
            words.removeFirst();
        if (isEngine && words.value(0) == "compose"_L1) {
            words.removeFirst();
            takeOptions(words, "--compatibility --dry-run --all-resources"_L1, [](const QString &, const QString &) {});
            flags = ComposeFlags;
        }
    } else if (inner.runner == "wsl"_L1 || inner.runner == "wsl.exe"_L1) {
        // -e and --exec work like --, and no shell reads the words that follow.
        const auto exec = std::find_if(words.begin(), words.end(),
                                       [](const QString &word) { return word == "-e"_L1 || word == "--exec"_L1; });
        if (exec != words.end())
            *exec = u"--"_s;
    }
    for (Form form : Forms) {
        if (!isAmong(form.programs, inner.runner) ||
            (!form.subcommands.isEmpty() && !isAmong(form.subcommands, words.value(0))))
            continue;
        const bool isRun = isEngine && words.first() == "run"_L1;
        if (!form.subcommands.isEmpty())
            words.removeFirst();
        inner.makesContainer = isRun && flags.isEmpty();
        if (!flags.isEmpty())
            form.flags = flags;
        return read(form, words, std::move(inner));
    }
    return {};
}

QString InnerCommand::imageName() const
{
    return place.section(u'@', 0, 0).section(u'/', -1).section(u':', 0, 0);
}

} // namespace Pullcord
