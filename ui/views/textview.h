// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPlainTextEdit>

namespace Pullcord {

class JsonHighlighter;

/// Text to read and copy, in the fixed font. Long content is cut where a person would stop reading, and says so.
class TextView final : public QPlainTextEdit
{
    Q_OBJECT

public:
    /// Characters shown, and characters up to which JSON is coloured.
    static constexpr qsizetype Longest = 2'000'000;
    static constexpr qsizetype LongestColored = 200'000;

    explicit TextView(QWidget *parent = nullptr);
    ~TextView() override;

    void showText(const QString &text);
    void showJson(const QByteArray &json);

protected:
    void changeEvent(QEvent *event) override;

private:
    void put(const QString &text, bool colored);

    JsonHighlighter *m_highlighter;
};

} // namespace Pullcord
