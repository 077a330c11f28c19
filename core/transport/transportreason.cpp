// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/transportreason.h"

#include <QJsonArray>
#include <QRegularExpression>

#include <algorithm>
#include <iterator>
#include <optional>

using namespace Qt::StringLiterals;

namespace Pullcord::TransportReason {
namespace {

constexpr QLatin1StringView Reason{"reason"};
constexpr QLatin1StringView ReasonId{"reasonId"};

/// Arguments of a sentence that are other reasons. All others are text, such as that of the server or the system, and
/// stay unchanged, even if they resemble one of these sentences.
enum class Reasons : quint8 {
    None,
    First,
    Both,
    PerhapsSecond, ///< a reason, or text of the system
};

/// A sentence in one of its wordings.
struct Wording
{
    const char *id; ///< in captures, so it never changes
    const char *sentence;
    const char *earlier = nullptr; ///< a wording of older captures, with the same arguments
    Reasons reasons = Reasons::None;

    [[nodiscard]] const char *text() const { return earlier ? earlier : sentence; }
    [[nodiscard]] bool mayBeReason(int argument) const
    {
        return argument == 1 ? reasons == Reasons::First || reasons == Reasons::Both : reasons > Reasons::First;
    }
    [[nodiscard]] bool mustBeReason(int argument) const
    {
        return mayBeReason(argument) && reasons != Reasons::PerhapsSecond;
    }
};

/// All reasons, the current wording of each before earlier ones. Sentences that begin with another reason come first,
/// since each begins like the sentence of that reason. If one of the others begins like another, the longer one comes
/// first.
constexpr Wording Wordings[] = {
    {"lastOutput", LastOutput, nullptr, Reasons::First},
    {"firstOutput", FirstOutput, nullptr, Reasons::First},
    {"withHint", WithHint, nullptr, Reasons::Both},
    {"mayExpectTls", MayExpectTls, nullptr, Reasons::First},
    {"mayExpectTls", MayExpectTls, "%1 (if it speaks TLS: https://)", Reasons::First},
    {"atBytes", AtBytes, nullptr, Reasons::First},
    {"closing", Closing},
    {"wasClosed", WasClosed},
    {"notConnected", NotConnected},
    {"requestCancelled", RequestCancelled},
    {"requestCancelledAgo", RequestCancelledAgo},
    {"noProgram", NoProgram},
    {"noFolder", NoFolder},
    {"noFolder", NoFolder, "the working directory \"%1\" does not exist"},
    {"notFound", NotFound},
    {"notStarted", NotStarted, nullptr, Reasons::PerhapsSecond},
    {"hintAssignment", HintAssignment},
    {"hintHome", HintHome},
    {"hintHome", HintHome, "no shell expands ~ here: write the whole path"},
    {"hintVariable", HintVariable},
    {"hintWholeLine", HintWholeLine},
    {"hintWindows", HintWindows},
    {"hintForWindows", HintForWindows},
    {"hintQuotes", HintQuotes},
    {"hintShell", HintShell},
    {"noSuchFile", NoSuchFile},
    {"noInterpreter", NoInterpreter},
    {"missingInterpreter", MissingInterpreter},
    {"missingLoader", MissingLoader},
    {"windowsLines", WindowsLines},
    {"isFolder", IsFolder},
    {"noPermission", NoPermission},
    {"noExecutable", NoExecutable},
    {"otherMachine", OtherMachine},
    {"noGuard", NoGuard},
    {"inputClosed", InputClosed},
    {"outputClosed", OutputClosed},
    {"clientClosedInput", ClientClosedInput},
    {"clientClosedInput", ClientClosedInput, "the client closed our standard input"},
    {"clientClosedInput", ClientClosedInput, "the client has closed its end"},
    {"clientClosedOutput", ClientClosedOutput},
    {"clientClosedOutput", ClientClosedOutput, "the client closed our standard output"},
    {"clientClosedOutput", ClientClosedOutput, "the client no longer reads"},
    {"stillRunning", StillRunning},
    {"exitedEarly", ExitedEarly},
    {"killedEarly", KilledEarly},
    {"exited", Exited},
    {"killed", Killed},
    {"sessionLost", SessionLost},
    {"sessionForgotten", SessionForgotten},
    {"noUrl", NoUrl},
    {"connectTimeout", ConnectTimeout},
    {"silence", Silence},
    {"silence", Silence, "nothing came for %1 ms"},
    {"isLoopback", IsLoopback},
    {"isLoopback", IsLoopback, "%1 is this machine (%2), where nothing from elsewhere may lead"},
    {"throughProxy", ThroughProxy},
    {"untrusted", Untrusted},
    {"otherCertificate", OtherCertificate},
    {"otherCertificate", OtherCertificate,
     "the server's certificate is not the one to be trusted (the digests do not match): %1"},
    {"noTls", NoTls},
    {"noTls", NoTls, "no TLS could be agreed on; if the server speaks none: http:// (%1)"},
    {"keyMismatch", KeyMismatch},
    {"noClientCertificate", NoClientCertificate},
    {"noClientCertificate", NoClientCertificate,
     "the server wants a certificate of the client, and none was given (%1)"},
    {"expectsTls", ExpectsTls},
    {"expectsTls", ExpectsTls, "not HTTP but TLS: if https:// is meant, use it"},
    {"notHttp", NotHttp},
    {"notHttp", NotHttp, "not HTTP: it begins with %1"},
    {"longHeaders", LongHeaders},
    {"longHeaders", LongHeaders, "not HTTP as it should be: headers longer than %1 bytes"},
    {"longChunkExtension", LongChunkExtension},
    {"longChunkExtension", LongChunkExtension, "not HTTP as it should be: a chunk extension longer than %1 bytes"},
    {"longTrailers", LongTrailers},
    {"longTrailers", LongTrailers, "not HTTP as it should be: trailers longer than %1 bytes"},
    {"invalidHttp", InvalidHttp},
    {"interims", Interims},
    {"interims", Interims, "more than %1 interim responses came"},
    {"noResponse", NoResponse},
    {"noResponse", NoResponse, "the server closed the connection without an answer"},
    {"proxyNoResponse", ProxyNoResponse},
    {"cutHead", CutHead},
    {"cutHead", CutHead, "the server closed the connection within its headers"},
    {"cutBody", CutBody},
    {"cutBody", CutBody, "the server closed the connection in the middle of its answer"},
    {"streamEnded", StreamEnded},
    {"streamEnded", StreamEnded, "the server ended the stream without an answer"},
    {"noAddress", NoAddress},
    {"noAddress", NoAddress, "the server's stream of events ended before it named an address for messages"},
    {"addressTimeout", AddressTimeout},
    {"addressTimeout", AddressTimeout, "no address for messages came within %1 ms"},
    {"notEvents", NotEvents},
    {"notEvents", NotEvents, "its answer is no stream of events"},
    {"otherFirstEvent", OtherFirstEvent},
    {"addressRefused", AddressRefused},
    {"addressRefused", AddressRefused, "the server's address for messages is not used: %1"},
    {"eventsEnded", EventsEnded},
    {"eventsEnded", EventsEnded, "the server has ended its stream of events"},
    {"clientClosed", ClientClosed},
    {"clientClosedStream", ClientClosedStream},
    {"clientEndedSession", ClientEndedSession},
    {"handshakeRefused", HandshakeRefused},
    {"sessionUnknown", SessionUnknown},
    {"sessionUnknown", SessionUnknown, "the server does not know the session"},
    {"sessionUnknown", SessionUnknown, "the server does not know the session any more"},
};

/// True if the reason of such an event is made by a transport or a proxy.
bool hasMadeReason(EventKind kind)
{
    switch (kind) {
    case EventKind::Unsent:
    case EventKind::Closing:
    case EventKind::Closed:
    case EventKind::Failed:
    case EventKind::Http:
        return true;
    default:
        return false;
    }
}

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

const QList<QRegularExpression> &patterns()
{
    static const QList<QRegularExpression> all = [] {
        QList<QRegularExpression> made;
        for (const Wording &wording : Wordings)
            made.append(patternOf(wording.text()));
        return made;
    }();
    return all;
}

TranslatableText filled(const char *sentence, const QList<TranslatableText> &arguments)
{
    return arguments.isEmpty()     ? TranslatableText::of(sentence)
           : arguments.size() == 1 ? TranslatableText::of(sentence, arguments.at(0))
                                   : TranslatableText::of(sentence, arguments.at(0), arguments.at(1));
}

/// Identifier and arguments of a sentence. An argument that is another reason is such an array, too.
QJsonArray recordOf(const TranslatableText &reason)
{
    const auto *const wording = std::find_if(std::begin(Wordings), std::end(Wordings), [&](const Wording &each) {
        return qstrcmp(each.sentence, reason.sentence()) == 0;
    });
    QJsonArray record{QString::fromLatin1(wording->id)};
    for (const TranslatableText &argument : reason.arguments())
        record.append(argument.sentence() ? QJsonValue(recordOf(argument)) : QJsonValue(argument));
    return record;
}

/// Reverses recordOf(). Returns nothing for a record that this version does not know.
std::optional<TranslatableText> reasonIn(const QJsonArray &record, int depth = 0)
{
    constexpr int DeepestReason = 4;
    const auto *const wording = std::find_if(std::begin(Wordings), std::end(Wordings), [&](const Wording &each) {
        return record.at(0).toString() == QLatin1StringView(each.id);
    });
    if (wording == std::end(Wordings) || depth == DeepestReason ||
        record.size() != 1 + QByteArrayView(wording->sentence).count('%'))
        return {};
    QList<TranslatableText> arguments;
    for (qsizetype i = 1; i < record.size(); ++i) {
        const QJsonValue part = record.at(i);
        const auto argument = part.isArray()    ? reasonIn(part.toArray(), depth + 1)
                              : part.isString() ? std::optional(TranslatableText(part.toString()))
                                                : std::nullopt;
        if (!argument)
            return {};
        arguments.append(*argument);
    }
    return filled(wording->sentence, arguments);
}

} // namespace

TranslatableText recognized(const QString &reason)
{
    for (std::size_t i = 0; i < std::size(Wordings); ++i) {
        const Wording &wording = Wordings[i];
        const QRegularExpressionMatch match = patterns().at(qsizetype(i)).match(reason);
        if (!match.hasMatch())
            continue;
        QList<TranslatableText> arguments;
        bool isWhole = true;
        for (int number = 1; isWhole && number <= match.lastCapturedIndex(); ++number) {
            const QString text = match.captured(number);
            arguments.append(wording.mayBeReason(number) ? recognized(text) : TranslatableText(text));
            isWhole = arguments.constLast().sentence() || !wording.mustBeReason(number);
        }
        if (isWhole)
            return filled(wording.sentence, arguments);
    }
    return reason;
}

void addId(EventKind kind, QJsonObject &details)
{
    if (!hasMadeReason(kind))
        return;
    const QString reason = details.value(Reason).toString();
    if (reason.isEmpty())
        return;
    if (const TranslatableText known = recognized(reason); known.sentence())
        details.insert(ReasonId, recordOf(known));
}

void takeId(EventKind kind, QJsonObject &details)
{
    if (!hasMadeReason(kind) || !details.contains(ReasonId))
        return;
    if (const auto reason = reasonIn(details.take(ReasonId).toArray()))
        details.insert(Reason, *reason);
}

} // namespace Pullcord::TransportReason
