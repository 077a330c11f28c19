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

/// Completions for a filter at the cursor: fields, then their values. A value.
struct FilterCompletion
{
    struct Offer
    {
        QString text;  ///< replaces the typed word
        QString about; ///< short description; empty if the text is clear by itself
    };
    /// Returns the values of a field that occur in the conversation, such as its methods.
    using Known = std::function<QStringList(FilterField::Id field)>;

    qsizetype begin = 0; ///< begin of the typed word, which ends at the cursor
    QList<Offer> offers; ///< fields that begin with the typed word, or values that contain it

    [[nodiscard]] static FilterCompletion at(const QString &text, qsizetype cursor, const Known &known);
    /// Returns the values of a field in the newest requests of a log, sorted; empty for a field with unlimited values.
    [[nodiscard]] static QStringList valuesIn(const RequestLog &log, FilterField::Id field);
    [[nodiscard]] static QString about(FilterField::Id field);
};

} // namespace Pullcord
