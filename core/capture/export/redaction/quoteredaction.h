// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/redaction/redaction.h"
#include "core/translatabletext.h"

#include <QSet>

namespace Pullcord {

/// Removes redacted values from sentences that quote events, even if the quote shows a value in another form, or cut.
/// Pullcord's own words stay. Plain class; the redaction must outlive it.
class QuoteRedaction
{
public:
    explicit QuoteRedaction(const Redaction &redaction)
        : m_redaction(redaction)
    {}

    /// Adds the values that were removed from a quoted event.
    void add(const QList<Redaction::Hit> &hits);

    [[nodiscard]] QString quoted(const QString &text) const;
    [[nodiscard]] QString sentence(const TranslatableText &words) const;

private:
    void addText(const QString &text);
    void addTexts(const QByteArray &json);

    const Redaction &m_redaction;
    QSet<QString> m_gone; ///< in the form in which they would be shown
};

} // namespace Pullcord
