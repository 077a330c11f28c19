// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/redaction.h"
#include "core/words.h"

#include <QSet>

namespace Pullcord {

/// What sentences quote of the events that they rest on, without what a redaction leaves out of those: whatever place it stood
/// at there, and though it is shown otherwise or was cut. What we say ourselves in them stays. Plain class; the redaction must
/// outlive it.
class QuoteRedaction
{
public:
    explicit QuoteRedaction(const Redaction &redaction)
        : m_redaction(redaction)
    {}

    /// An event that it rests on, with what was left out of it.
    void add(const QList<Redaction::Hit> &hits);

    [[nodiscard]] QString quoted(const QString &text) const;
    [[nodiscard]] QString sentence(const Words &words) const;

private:
    void addText(const QString &text);
    void addTexts(const QByteArray &json);

    const Redaction &m_redaction;
    QSet<QString> m_gone; ///< as they would be shown
};

} // namespace Pullcord
