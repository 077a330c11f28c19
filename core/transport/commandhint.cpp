// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/commandhint.h"

#include "core/transport/stdiocommand.h"
#include "core/transport/transportreason.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace Pullcord {

CommandHint::Fault CommandHint::faultOf(const StdioCommand &command)
{
    static const QRegularExpression assignment(u"\\A[A-Za-z_][A-Za-z_0-9]*="_s);
    static const QRegularExpression variable(u"\\$[A-Za-z_{]"_s);
    const QString &program = command.program;
    if (assignment.match(program).hasMatch())
        return Fault::Assignment;
    if (isHome(program))
        return Fault::Home;
    if (variable.match(program).hasMatch())
        return Fault::Variable;
    if (program.startsWith(u'"') || program.startsWith(u'\''))
        return Fault::Quoted;
    if (program.trimmed().contains(u' ') && command.arguments.isEmpty())
        return Fault::WholeLine;
#ifndef Q_OS_WIN
    static const QStringList ofWindows{u"cmd"_s, u"cmd.exe"_s, u"powershell"_s, u"powershell.exe"_s};
    static const QRegularExpression forWindows(u"\\A[A-Za-z]:[\\\\/]|\\.(?:cmd|bat|ps1|exe)\\z"_s,
                                               QRegularExpression::CaseInsensitiveOption);
    if (ofWindows.contains(program.toLower()))
        return Fault::OfWindows;
    if (forWindows.match(program).hasMatch())
        return Fault::ForWindows;
#endif
    static const QStringList ofShell{u"."_s,     u"alias"_s, u"cd"_s,     u"eval"_s,   u"exec"_s,  u"export"_s,
                                     u"pushd"_s, u"set"_s,   u"source"_s, u"ulimit"_s, u"umask"_s, u"unset"_s};
    if (ofShell.contains(program))
        return Fault::OfShell;
    return Fault::None;
}

bool CommandHint::isHome(const QString &word)
{
    return word == "~"_L1 || word.startsWith("~/"_L1);
}

TranslatableText CommandHint::of(const StdioCommand &command)
{
    switch (faultOf(command)) {
    case Fault::None:
        break;
    case Fault::Assignment:
        return TranslatableText::of(TransportReason::HintAssignment);
    case Fault::Home:
        return TranslatableText::of(TransportReason::HintHome);
    case Fault::Variable:
        return TranslatableText::of(TransportReason::HintVariable);
    case Fault::WholeLine:
        return TranslatableText::of(TransportReason::HintWholeLine);
    case Fault::OfWindows:
        return TranslatableText::of(TransportReason::HintWindows);
    case Fault::ForWindows:
        return TranslatableText::of(TransportReason::HintForWindows);
    case Fault::Quoted:
        return TranslatableText::of(TransportReason::HintQuotes);
    case Fault::OfShell:
        return TranslatableText::of(TransportReason::HintShell);
    }
    return {};
}

TranslatableText CommandHint::appended(const TranslatableText &reason, const StdioCommand &command)
{
    const TranslatableText hint = of(command);
    return hint.isEmpty() ? reason : TranslatableText::of(TransportReason::WithHint, reason, hint);
}

} // namespace Pullcord
