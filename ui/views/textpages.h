// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QToolButton;

namespace Pullcord {

class ElidedLabel;

/// Which part of a long text is shown, and the ways to the others.
class TextPages final : public QWidget
{
    Q_OBJECT

public:
    explicit TextPages(QWidget *parent = nullptr);
    ~TextPages() override;

    /// The characters [begin, end) of so many.
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
