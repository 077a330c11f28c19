// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/visibletext.h"
#include "ui/views/findable.h"

#include <QPlainTextEdit>

namespace Pullcord {

class JsonHighlighter;
class TextPages;

/// Text to read and copy, in the fixed font. A long text is shown in parts, each reached by keys, by the bar at the foot or by
/// what is found there. Characters that move, hide or turn others round are shown by their number, and copied as they are.
/// Positions are those in the text given.
class TextView final : public QPlainTextEdit, public Findable
{
    Q_OBJECT

public:
    /// Characters in a part, give or take a line (Qt takes 50 ms for the layout of a million that are one line), and characters up
    /// to which JSON is coloured.
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
    /// Colours stretches of the text.
    void setMarks(const QList<Mark> &marks);
    /// Brings a position into the middle of the view.
    void goTo(qsizetype position);

    [[nodiscard]] const QString &text() const { return m_whole; }
    /// Where the selection, or the cursor, begins in it.
    [[nodiscard]] qsizetype position() const { return m_begin + m_text.toSource(textCursor().selectionStart()); }
    /// Less than the whole is shown.
    [[nodiscard]] bool isPart() const { return m_text.source().size() < m_whole.size(); }

    [[nodiscard]] std::unique_ptr<Finder> finderFor(const QString &wanted) const override;
    [[nodiscard]] qsizetype findFrom() const override;
    void markFound(const QString &wanted, const std::vector<qsizetype> &hits) override;
    void goToFound(qsizetype hit) override;

signals:
    /// What is shown is wrapped anew.
    void widthChanged();

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    [[nodiscard]] QMimeData *createMimeDataFromSelection() const override;

private:
    void put(const QString &text, bool colored);
    /// The part that begins there, or with the line in which that is.
    void showPart(qsizetype begin);
    void showPartWith(qsizetype begin, qsizetype end);
    void showEarlier();
    void showLater();
    void showLast();
    void showPages();
    void placePages();
    [[nodiscard]] qsizetype end() const { return m_begin + m_text.source().size(); }
    /// Of what is found: positions in what is shown, or, where that is a part, in the text.
    [[nodiscard]] qsizetype toFound(qsizetype inShown) const;
    [[nodiscard]] qsizetype fromFound(qsizetype found) const;
    void paintMarks();
    [[nodiscard]] QTextEdit::ExtraSelection selectionOf(qsizetype begin, qsizetype end, const QColor &back) const;

    JsonHighlighter *m_highlighter;
    TextPages *m_pages = nullptr; ///< once there was need of it
    QString m_whole;
    qsizetype m_begin = 0; ///< of the part that is shown
    VisibleText m_text;    ///< that part
    QList<Mark> m_marks;
    std::vector<qsizetype> m_found; ///< where it was found, in order
    qsizetype m_foundLength = 0;
    qsizetype m_foundCurrent = -1; ///< position of the one that is looked at
};

} // namespace Pullcord
