// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/transportreason.h"

#include <QRegularExpression>

#include <array>

using namespace Qt::StringLiterals;

namespace Pullcord::TransportReason {
namespace {

/// Sentences whose first argument is another reason. They are tried first, since each begins like the sentence of that
/// reason.
constexpr std::array Composed{LastOutput, FirstOutput, WithHint, MayExpectTls, AtBytes};

/// All other sentences. If one begins like another, the longer one comes first.
constexpr std::array Simple{Closing,
                            WasClosed,
                            NotConnected,
                            RequestCancelled,
                            RequestCancelledAgo,
                            NoProgram,
                            NoFolder,
                            NotFound,
                            NotStarted,
                            HintAssignment,
                            HintHome,
                            HintVariable,
                            HintWholeLine,
                            HintWindows,
                            NoSuchFile,
                            NoInterpreter,
                            IsFolder,
                            NoPermission,
                            NoExecutable,
                            InputClosed,
                            OutputClosed,
                            ClientClosedInput,
                            ClientClosedOutput,
                            StillRunning,
                            ExitedEarly,
                            KilledEarly,
                            Exited,
                            Killed,
                            SessionLost,
                            NoUrl,
                            ConnectTimeout,
                            Silence,
                            IsLoopback,
                            ThroughProxy,
                            Untrusted,
                            OtherCertificate,
                            NoTls,
                            KeyMismatch,
                            NoClientCertificate,
                            ExpectsTls,
                            NotHttp,
                            Interims,
                            NoResponse,
                            CutHead,
                            CutBody,
                            StreamEnded,
                            NoAddress,
                            AddressRefused,
                            EventsEnded};

/// Pattern that matches the sentence with any arguments.
QRegularExpression patternOf(const char *sentence)
{
    static const QRegularExpression placeholder(u"%[1-9]"_s);
    QStringList parts = QString::fromUtf8(sentence).split(placeholder);
    for (QString &part : parts)
        part = QRegularExpression::escape(part);
    return QRegularExpression(QRegularExpression::anchoredPattern(parts.join(u"(.*?)"_s)),
                              QRegularExpression::DotMatchesEverythingOption);
}

template<std::size_t size>
QList<QRegularExpression> patternsOf(const std::array<const char *, size> &sentences)
{
    QList<QRegularExpression> patterns;
    for (const char *sentence : sentences)
        patterns.append(patternOf(sentence));
    return patterns;
}

} // namespace

TranslatableText recognized(const QString &reason)
{
    static const QList<QRegularExpression> composed = patternsOf(Composed);
    static const QList<QRegularExpression> simple = patternsOf(Simple);
    // Quoted text of the server or the system stays unchanged, even if it resembles one of these sentences.
    const auto made = [](const char *sentence, const QRegularExpressionMatch &match, const TranslatableText &first) {
        const bool isOurs = sentence == NotStarted || sentence == WithHint;
        const QString second = match.captured(2);
        return match.lastCapturedIndex() == 0 ? TranslatableText::of(sentence)
               : match.lastCapturedIndex() == 1
                   ? TranslatableText::of(sentence, first)
                   : TranslatableText::of(sentence, first, isOurs ? recognized(second) : TranslatableText(second));
    };
    for (std::size_t i = 0; i < Composed.size(); ++i) {
        const QRegularExpressionMatch match = composed.at(qsizetype(i)).match(reason);
        if (!match.hasMatch() || (Composed[i] == WithHint && !recognized(match.captured(2)).sentence()))
            continue;
        if (const TranslatableText first = recognized(match.captured(1)); first.sentence())
            return made(Composed[i], match, first);
    }
    for (std::size_t i = 0; i < Simple.size(); ++i) {
        if (const QRegularExpressionMatch match = simple.at(qsizetype(i)).match(reason); match.hasMatch())
            return made(Simple[i], match, match.captured(1));
    }
    return reason;
}

} // namespace Pullcord::TransportReason
