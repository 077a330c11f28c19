// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/widgets/secondsbox.h"

#include <QRegularExpression>

#include <cmath>
#include <optional>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

constexpr int LongestSeconds = 86'400;

/// Matches a number with a complete or partial unit; only complete ones have a value.
const QRegularExpression &form()
{
    static const QRegularExpression form(u"\\A *([0-9]+(?:[.][0-9]*)?) *(m|ms|s|mi|min)? *\\z"_s);
    return form;
}

std::optional<double> secondsIn(const QRegularExpressionMatch &match)
{
    const double number = match.captured(1).toDouble();
    const QString unit = match.captured(2);
    if (!match.hasMatch() || unit == "m"_L1 || unit == "mi"_L1)
        return {};
    constexpr double MsInSecond = 1000;
    constexpr double SecondsInMinute = 60;
    return unit == "ms"_L1 ? number / MsInSecond : unit == "min"_L1 ? number * SecondsInMinute : number;
}

} // namespace

SecondsBox::SecondsBox(QWidget *parent)
    : QSpinBox(parent)
{
    setRange(0, LongestSeconds);
    setSuffix(tr(" s", "seconds"));
    setSpecialValueText(tr("none", "no timeout"));
}

SecondsBox::~SecondsBox() = default;

/// Removes the suffix, which follows the typed text.
QString SecondsBox::typed(QString text) const
{
    if (text.endsWith(suffix()))
        text.chop(suffix().size());
    return text;
}

QValidator::State SecondsBox::validate(QString &input, int &position) const
{
    const QRegularExpressionMatch match = form().match(typed(input));
    if (!match.hasMatch())
        return QSpinBox::validate(input, position);
    const std::optional<double> seconds = secondsIn(match);
    if (seconds && *seconds > maximum())
        return QValidator::Invalid;
    return seconds ? QValidator::Acceptable : QValidator::Intermediate;
}

int SecondsBox::valueFromText(const QString &text) const
{
    const std::optional<double> seconds = secondsIn(form().match(typed(text)));
    return seconds ? int(std::ceil(*seconds)) : QSpinBox::valueFromText(text);
}

} // namespace Pullcord
