// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/doctorstage.h"

#include "core/secrets/secrets.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

struct StageNames
{
    DoctorStage::Id id;
    QLatin1StringView name;
    const char *title;
};

constexpr StageNames AllStageNames[] = {
    {DoctorStage::Id::Command, "command"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Command")},
    {DoctorStage::Id::Start, "start"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Start")},
    {DoctorStage::Id::Output, "output"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Standard output")},
    {DoctorStage::Id::SecondStart, "second-start"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Second start")},
    {DoctorStage::Id::HostName, "host-name"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Host name")},
    {DoctorStage::Id::Proxy, "proxy"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Proxy")},
    {DoctorStage::Id::Tcp, "tcp"_L1, QT_TRANSLATE_NOOP("TranslatableText", "TCP connection")},
    {DoctorStage::Id::Tls, "tls"_L1, QT_TRANSLATE_NOOP("TranslatableText", "TLS")},
    {DoctorStage::Id::Http, "http"_L1, QT_TRANSLATE_NOOP("TranslatableText", "HTTP responses")},
    {DoctorStage::Id::Authorization, "authorization"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Authorization")},
    {DoctorStage::Id::Handshake, "handshake"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Handshake")},
    {DoctorStage::Id::Lists, "lists"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Capabilities and lists")},
    {DoctorStage::Id::RoundTrip, "round-trip"_L1, QT_TRANSLATE_NOOP("TranslatableText", "Round trip")},
    {DoctorStage::Id::End, "end"_L1, QT_TRANSLATE_NOOP("TranslatableText", "End")},
};

const StageNames &namesOf(DoctorStage::Id id)
{
    return *std::ranges::find(AllStageNames, id, &StageNames::id);
}

struct SettingNames
{
    DoctorStage::Setting setting;
    const char *option;   ///< of the command line
    const char *inWindow; ///< words
};

using Setting = DoctorStage::Setting;

constexpr SettingNames AllSettingNames[] = {
    {Setting::CaFile, "--ca", QT_TRANSLATE_NOOP("TranslatableText", "Connect dialog: Network, CA file")},
    {Setting::ClientCertificate, "--cert, --key",
     QT_TRANSLATE_NOOP("TranslatableText", "Connect dialog: Network, client certificate and key")},
    {Setting::Certificates, "--ca, --cert, --key", QT_TRANSLATE_NOOP("TranslatableText", "Connect dialog: Network")},
    {Setting::Proxy, "--proxy", QT_TRANSLATE_NOOP("TranslatableText", "Connect dialog: Network, proxy")},
    {Setting::ProxyPassword, "--proxy with the user name; the password in the variable PULLCORD_PROXY_PASSWORD",
     QT_TRANSLATE_NOOP("TranslatableText", "Connect dialog: Network, proxy with user name and password")},
    {Setting::NoProxy, "--proxy none", QT_TRANSLATE_NOOP("TranslatableText", "Connect dialog: Network, no proxy")},
    {Setting::TrustedDigest, "--trust-certificate",
     QT_TRANSLATE_NOOP("TranslatableText", "Trust This Server for This Session, in the message bar")},
    {Setting::HttpSse, "--transport http+sse", QT_TRANSLATE_NOOP("TranslatableText", "Connect dialog: Transport")},
    {Setting::Revision, "--revision", QT_TRANSLATE_NOOP("TranslatableText", "Connect dialog: Protocol revision")},
    {Setting::Timeout, "--timeout", QT_TRANSLATE_NOOP("TranslatableText", "Connect dialog: Timeout")},
};

constexpr qsizetype MaxLength = 4000; ///< characters of a fact or step

/// Returns one line of bounded length without secrets. A changed text is no longer translated.
TranslatableText shown(const TranslatableText &words)
{
    static const QRegularExpression lineBreaks(u"\\s*[\n\v\f\r\u0085\u2028\u2029]\\s*"_s);
    // Cut before masking, which takes time per character; the margin keeps a secret at the cut complete.
    QString text = Secrets::maskedProse(words.left(2 * MaxLength));
    text.replace(lineBreaks, u" ⏎ "_s);
    if (text.size() > MaxLength)
        text = text.first(MaxLength - 1) + u'…';
    return text == words ? words : TranslatableText(text);
}

} // namespace

void DoctorStage::see(const TranslatableText &fact)
{
    seen << shown(fact);
}

TranslatableText DoctorStage::Step::on(Surface surface) const
{
    const auto *const names = std::ranges::find(AllSettingNames, setting, &SettingNames::setting);
    if (names == std::end(AllSettingNames))
        return text;
    return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1 (%2)"), text,
                                surface == Surface::Window ? TranslatableText::of(names->inWindow)
                                                           : TranslatableText(QString::fromLatin1(names->option)));
}

void DoctorStage::advise(const TranslatableText &step, Setting setting)
{
    if (const Step line{shown(step), setting}; !advice.contains(line))
        advice << line;
}

void DoctorStage::raise(Verdict atLeast)
{
    verdict = std::max(verdict, atLeast);
}

QLatin1StringView DoctorStage::name() const
{
    return namesOf(id).name;
}

TranslatableText DoctorStage::title() const
{
    return TranslatableText::of(namesOf(id).title);
}

QLatin1StringView nameOf(DoctorStage::Verdict verdict)
{
    static constexpr std::array Names{"waiting"_L1, "running"_L1, "ok"_L1, "skipped"_L1, "warning"_L1, "failed"_L1};
    return Names.at(size_t(verdict));
}

} // namespace Pullcord
