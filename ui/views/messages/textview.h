// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/visibletext.h"
#include "ui/views/filter/findable.h"

#include <QPlainTextEdit>

namespace Pullcord {

class JsonHighlighter;
class TextPages;

/// Read-only text in the fixed font. A long text is shown in parts, reached by keys, by the bar at the bottom, or by
/// searching. Control and direction characters are shown by number and copied unchanged.
/// Positions are those in the source text.
class TextView final : public QPlainTextEdit, public Findable
{
    Q_OBJECT

public:
    /// Characters per part, within the tolerance of a line (Qt needs 50 ms to lay out a million in one line); and
    /// characters up to which JSON is colored.
    static constexpr qsizetype LongestPart = 500'000;
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
    /// Sets the colored ranges of the text.
    void setMarks(const QList<Mark> &marks);
    /// Scrolls a position to the middle of the view.
    void goTo(qsizetype position);

    [[nodiscard]] const QString &text() const { return m_whole; }
    /// Returns the start of the selection or the cursor position.
    [[nodiscard]] qsizetype position() const { return m_begin + m_text.toSource(textCursor().selectionStart()); }
    /// True if only a part is shown.
    [[nodiscard]] bool isPart() const { return m_text.source().size() < m_whole.size(); }

    [[nodiscard]] std::unique_ptr<Finder> finderFor(const QString &wanted) const override;
    [[nodiscard]] qsizetype findFrom() const override;
    void markFound(const QString &wanted, const std::vector<qsizetype> &hits) override;
    void goToFound(qsizetype hit) override;

signals:
    /// The text was wrapped for another width.
    void widthChanged();

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    [[nodiscard]] QMimeData *createMimeDataFromSelection() const override;

private:
    void put(const QString &text, bool colored);
    /// Shows the part that begins at this position, or at its line.
    void showPart(qsizetype begin);
    void showPartWith(qsizetype begin, qsizetype end);
    void showEarlier();
    void showLater();
    void showLast();
    void showPages();
    void placePages();
    [[nodiscard]] qsizetype end() const { return m_begin + m_text.source().size(); }
    /// Converts hit positions: those in the shown text if it is whole, otherwise those in the source.
    [[nodiscard]] qsizetype toFound(qsizetype inShown) const;
    [[nodiscard]] qsizetype fromFound(qsizetype found) const;
    void paintMarks();
    [[nodiscard]] QTextEdit::ExtraSelection selectionOf(qsizetype begin, qsizetype end, const QColor &back) const;

    JsonHighlighter *m_highlighter;
    TextPages *m_pages = nullptr; ///< created on demand
    QString m_whole;
    qsizetype m_begin = 0; ///< start of the shown part
    VisibleText m_text;    ///< the shown part
    QList<Mark> m_marks;
    std::vector<qsizetype> m_found; ///< hits in ascending order
    qsizetype m_foundLength = 0;
    qsizetype m_foundCurrent = -1; ///< position of the current hit; -1: none
};

} // namespace Pullcord
