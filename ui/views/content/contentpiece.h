// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QHBoxLayout;
class QToolButton;
class QVBoxLayout;

namespace Pullcord {

class FieldNote;

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

} // namespace Pullcord
