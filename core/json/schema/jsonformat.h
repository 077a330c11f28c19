// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringView>

namespace Pullcord {

/// A value of the keyword `format` that can be checked: a row of a table. Host and resource names beyond ASCII (idn-…,
/// iri…) are not supported.
struct JsonFormat
{
    QStringView name;
    const char *description; ///< completes "must be …"; marked for TranslatableText
    bool (*matches)(const QString &text);

    /// Null for an unknown format, which accepts every text.
    static const JsonFormat *find(QStringView name);
};

} // namespace Pullcord
