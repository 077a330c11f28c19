// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringView>

namespace Pullcord {

/// A value of the keyword `format` that can be checked: a row of a table. Names of hosts and resources beyond ASCII
/// (idn-…, iri…) are not in it.
struct JsonFormat
{
    QStringView name;
    const char *description; ///< completes "must be …"; marked for Words
    bool (*matches)(const QString &text);

    /// Null for one that is not known, which says nothing about a text.
    static const JsonFormat *find(QStringView name);
};

} // namespace Pullcord
