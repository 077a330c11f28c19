// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/secretforms.h"

using namespace Qt::StringLiterals;

namespace Pullcord::Secrets {
namespace {

/// True if the value is more than a word of a sentence ("Bearer authentication").
bool isNoWord(QStringView value)
{
    static const QRegularExpression form(u"[0-9=]|^(?=.{12})[-\\w.~+/]*[a-z][A-Z]|^[a-zA-Z]{16}"_s);
    return form.match(value).hasMatch();
}

/// Tokens with the prefix of a known issuer. Package names and the like may start alike, so most forms need twelve
/// letters or digits in a row.
const QRegularExpression &knownToken()
{
    static const QRegularExpression form(
        u"(?:(?<![A-Za-z0-9])|(?<=%[0-9A-Fa-f]{2}))(?:glpat-[-\\w]{8,}\\.[0-9a-z]{2}\\.[0-9a-z]{7,}"
        "|(?:gh[opsur]|github_pat|glpat|xox[abeoprs])[-_][-\\w]{8,}|xox[cd]-[-\\w%]{8,}"
        "|(?:[sr]k_(?:live|test))_[0-9A-Za-z]{8,}|whsec_[0-9A-Za-z+/]{8,}=*"
        "|ya29(?=\\.[-\\w.]{8})(?:\\.[-\\w]++)++|xapp-[0-9]-[-\\w]{8,}|1//"
        "0[-\\w]{20,}|SG\\.[-\\w]{8,}\\.[-\\w]+|AIza[-\\w]{20,}"
        "|(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{12,}"
        "|eyJ[-\\w]{8,}\\.(?:eyJ[-\\w]{4,}+(?:\\.[-\\w]*+)*+|[-\\w]*+(?:\\.[-\\w]++)++)"
        "|(?:npm|hf|gsk|ntn|sbp|dop_v1|doo_v1|dor_v1|shp(?:at|ca|pa|ss|ua)|rubygems|lin_(?:api|oauth)|gls[ac]|glc"
        "|sntry[su]|pscale_(?:tkn|pw|oauth))_(?=[-\\w]{0,99}[0-9]|[A-Za-z]{30})[A-Za-z0-9]{12,}[-\\w]*=*"
        "|(?:figd|dckr_[op]at)_[-\\w]{20,}"
        "|(?:sk|pypi|xai|pplx|tskey|PMAK|NRAK|GOCSPX|gl(?:dt|rt|cbt|ptt|ft|soat|imt|agent)|sq0(?:atp|csp)"
        "|AGE-SECRET-KEY)-(?=[-\\w]{0,99}[A-Za-z0-9]{12})[-\\w]{8,}|secret_[A-Za-z0-9]{32,}"
        "|hv[bsr]\\.[-\\w]{20,}|AT(?:ATT3|CTT3|BB)[-\\w]{20,}=*[-\\w]*|r8_[A-Za-z0-9]{30,}"
        "|[MNO][-\\w]{23,27}\\.[-\\w]{6}\\.[-\\w]{27,}"
        "|(?:dapi[0-9a-f]{32}(?:-[0-9])?|(?:SK|key-)[0-9a-f]{32}|[0-9a-f]{32}-us[0-9]{1,2})(?![0-9A-Za-z]))"
        // Telegram, also in its URLs.
        "|(?:\\b|(?<=\\bbot))[0-9]{6,10}:(?:AA[-\\w]{30,}|[-\\w]{35}(?![0-9A-Za-z]))"_s);
    return form;
}

/// Masks secrets in URLs. User names and passwords may contain `@`: the last one before the path ends them.
void maskUrls(QString &text)
{
    static const QRegularExpression Password(
        uR"re((\w://[^/\s:;?#"'<>]*:)(?!(?:\$?\{\w++\}|\$[A-Z_]++|<[^<>\s]++>|%[sdv]|\{\{[^{}\s]*+\}\})@)(?:[^/\s@;?&"'<>]++|[;?&](?!\w++=)|["'](?![,:;)}\]]))++(?:@[^/\s?#"'<>`@]++)*(?=@))re"_s);
    static const QRegularExpression User(
        u"(?<!\\bssh)(?<!\\bsftp)(?<!\\bgit)(://)[^/\\s:@;?#&\"'<>,]++(?:@[^/\\s?#\"'<>`:@]++)*"
        "(?=(?::(?:x-oauth-basic)?)?@)"_s); // a lone user name is usually a token
    static const QRegularExpression Webhook(
        u"((?:hooks\\.slack\\.com/(?:services|workflows|triggers)|discord(?:app)?\\.com/api/(?:v[0-9]{1,3}/)?webhooks|"
        "\\.webhook\\.office\\.com/webhookb2)/)[-\\w/@.]+"_s);
    if (!text.contains("://"_L1))
        return;
    text.replace(User, u"\\1***"_s);
    text.replace(Password, u"\\1***"_s);
    text.replace(Webhook, u"\\1***"_s);
}

} // namespace

QString maskedText(const QString &text)
{
    static const QRegularExpression UrlQuery(
        u"[?&#]([-\\w.]+)=((?:[^&\\s#\"'<>`\\\\)]++|\\)++(?![\\s\"'`<>.,;:!?\\]]|\\z)|'(?=\\w))++)"_s);
    static const QRegularExpression Scheme(u"\\b(Bearer|Basic)\\s+([-\\w.~+/=]{8,})"_s,
                                           QRegularExpression::CaseInsensitiveOption);
    QString masked = text;
    maskPrivateKeys(masked);
    maskUrls(masked);
    masked.replace(knownToken(), QString(Mask));
    maskNamed(masked, Scheme, [](QStringView, QStringView value) { return isNoWord(value); });
    maskNamed(masked, UrlQuery, [](QStringView name, QStringView) { return isSecretName(name); });
    return masked;
}

} // namespace Pullcord::Secrets
