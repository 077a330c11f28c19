// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

namespace Pullcord {

class PeerLabel;

/// A title and a text to read and copy, for items without commands.
class FactsPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit FactsPanel(QWidget *parent = nullptr);
    ~FactsPanel() override;

    /// Both are plain text.
    void setFacts(const QString &title, const QString &text);

private:
    PeerLabel *m_title;
    PeerLabel *m_text;
};

} // namespace Pullcord
