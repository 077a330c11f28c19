// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filterfield.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <functional>

namespace Pullcord {

class RequestLog;

/// What may stand in a filter where the cursor is: fields, then what they can be. A value.
struct FilterCompletion
{
    struct Offer
    {
        QString text;  ///< takes the place of what was typed
        QString about; ///< in a few words; empty where the text says it all
    };
    /// What of a field occurs in the conversation, such as its methods.
    using Known = std::function<QStringList(FilterField::Id field)>;

    qsizetype begin = 0; ///< of what was typed of it, which ends at the cursor
    QList<Offer> offers; ///< that begin like what was typed

    [[nodiscard]] static FilterCompletion at(const QString &text, qsizetype cursor, const Known &known);
    /// What a field has been in the newest requests of a log, in order; nothing for a field with endless values.
    [[nodiscard]] static QStringList valuesIn(const RequestLog &log, FilterField::Id field);
    /// What a field is, for people.
    [[nodiscard]] static QString about(FilterField::Id field);
};

} // namespace Pullcord
