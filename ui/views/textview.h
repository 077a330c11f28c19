// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/visibletext.h"
#include "ui/views/findable.h"

#include <QPlainTextEdit>

namespace Pullcord {

class JsonHighlighter;

/// Text to read and copy, in the fixed font. Long content is cut where a person would stop reading, and says so. Characters
/// that move, hide or turn others round are shown by their number, and copied as they are. Positions are those in the text given.
class TextView final : public QPlainTextEdit, public Findable
{
    Q_OBJECT

public:
    /// Characters shown, and characters up to which JSON is coloured.
    static constexpr qsizetype Longest = 2'000'000;
    static constexpr qsizetype LongestColored = 200'000;

    struct Mark
    {
        qsizetype begin = 0;
        qsizetype end = 0;
        QColor back;
    };

    explicit TextView(QWidget *parent = nullptr);
    ~TextView() override;

    void showText(const QString &text);
    void showJson(const QByteArray &json);
    /// Colours stretches of what is shown.
    void setMarks(const QList<Mark> &marks);
    /// Brings a position into the middle of the view.
    void goTo(qsizetype position);

    /// The text given, as far as it is shown.
    [[nodiscard]] const QString &text() const { return m_text.source(); }
    /// Where the selection, or the cursor, begins in it.
    [[nodiscard]] qsizetype position() const { return m_text.toSource(textCursor().selectionStart()); }

    [[nodiscard]] std::unique_ptr<Finder> finderFor(const QString &wanted) const override;
    [[nodiscard]] qsizetype findFrom() const override;
    void markFound(const QString &wanted, const std::vector<qsizetype> &hits) override;
    void goToFound(qsizetype hit) override;
    [[nodiscard]] bool isCut() const override { return m_isCut; }

signals:
    /// What is shown is wrapped anew.
    void widthChanged();

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    [[nodiscard]] QMimeData *createMimeDataFromSelection() const override;

private:
    void put(const QString &text, bool colored);
    void paintMarks();
    [[nodiscard]] QTextEdit::ExtraSelection selectionOf(const Mark &mark) const;

    JsonHighlighter *m_highlighter;
    VisibleText m_text;
    bool m_isCut = false;
    QList<Mark> m_marks;
    std::vector<qsizetype> m_found; ///< positions of what was found
    qsizetype m_foundLength = 0;
    qsizetype m_foundCurrent = -1; ///< position of the one that is looked at
};

} // namespace Pullcord
