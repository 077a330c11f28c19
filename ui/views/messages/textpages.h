// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QToolButton;

namespace Pullcord {

class ElidedLabel;

/// Navigation between the parts of a long text.
class TextPages final : public QWidget
{
    Q_OBJECT

public:
    explicit TextPages(QWidget *parent = nullptr);
    ~TextPages() override;

    /// Shows that characters [begin, end) of `all` are displayed.
    void setPart(qsizetype begin, qsizetype end, qsizetype all);

signals:
    void firstWanted();
    void earlierWanted();
    void laterWanted();
    void lastWanted();

private:
    [[nodiscard]] QToolButton *makeButton(const char *icon, const char *name, const QString &text);

    ElidedLabel *m_label;
    QToolButton *m_first;
    QToolButton *m_earlier;
    QToolButton *m_later;
    QToolButton *m_last;
};

} // namespace Pullcord
