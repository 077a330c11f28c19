// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"

#include <QWidget>

class QHBoxLayout;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace Pullcord {

class FieldNote;
class TextView;

/// Metadata of a piece of content: origin and declared type.
struct PieceInfo
{
    QString title; ///< kind of content, in a word
    QString uri;   ///< URI of a resource; else empty
    QString mimeType;
    QByteArray annotations; ///< raw JSON; may be empty
    QString fileBase;       ///< base of the file name if the URI has none
};

/// One piece of content in a ContentView: a line with facts and buttons, and the content below. Subclasses show the
/// kinds of content. Text from a server is never interpreted as markup.
class ContentPiece : public QWidget
{
    Q_OBJECT

public:
    explicit ContentPiece(const PieceInfo &info, QWidget *parent = nullptr);
    ~ContentPiece() override;

    /// Limits the height of the content, in pixels; beyond it, the content scrolls.
    virtual void setMostHeight(int height) { Q_UNUSED(height) }

signals:
    /// The user wants to save these bytes. `name` is a suggestion without a folder.
    void saveRequested(const QString &name, const QByteArray &bytes);
    /// The user wants to play these bytes. The suffix of `name` gives the type.
    void playRequested(const QString &name, const QByteArray &bytes);
    /// The user wants to read this resource from the server.
    void readRequested(const QString &uri);

protected:
    [[nodiscard]] const PieceInfo &info() const { return m_info; }
    /// Shows the size and other facts.
    void setFacts(const QString &size, const QString &more = {});
    /// Shows a problem; empty hides it.
    void setProblem(const QString &text);
    /// Without an icon, the button shows `text`.
    [[nodiscard]] QToolButton *addButton(const char *icon, const QString &text, const QString &objectName);
    void addBody(QWidget *body);

private:
    PieceInfo m_info;
    QVBoxLayout *m_layout;
    QHBoxLayout *m_top;
    FieldNote *m_facts;
    FieldNote *m_problem;
};

/// Plain text, shown as received. JSON is indented unless the user asks for the original.
///
/// Shows the beginning of a long text, and more on demand, up to a limit that keeps the window responsive. Saving writes
/// the whole text.
class TextPiece final : public ContentPiece
{
    Q_OBJECT

public:
    static constexpr qsizetype FirstShown = 20000;     ///< in bytes
    static constexpr qsizetype MostShown = 1'000'000;  ///< in bytes, on demand
    static constexpr qsizetype MostPretty = 1'000'000; ///< in bytes; larger JSON is not indented

    /// Location of the text: a string in a JSON text, or the JSON text itself.
    struct Source
    {
        QByteArray json;
        QByteArray pointer; ///< JSON Pointer to the string; null: all of `json` is the text
    };
    TextPiece(const PieceInfo &info, const Source &source, QWidget *parent = nullptr);
    ~TextPiece() override;

    void setMostHeight(int height) override;

private:
    [[nodiscard]] bool isString() const { return !m_source.pointer.isNull(); }
    [[nodiscard]] QByteArray whole() const { return isString() ? m_value.toUtf8() : m_source.json; }
    void addSave();
    void findJson();
    void fill();
    void fit();
    [[nodiscard]] int textHeight() const;

    const Source m_source;
    const JsonValue m_value; ///< the string in m_source.json; looked up once, since that may read all of it
    qsizetype m_size = 0;    ///< in bytes; an estimate with escapes for a long text
    QByteArray m_pretty;     ///< indented; empty unless the text is JSON
    bool m_wantsPretty = true;
    qsizetype m_shown = FirstShown;
    int m_mostHeight = 0;
    TextView *m_view;
    QPushButton *m_more;
};

} // namespace Pullcord
