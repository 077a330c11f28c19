// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QHBoxLayout;
class QToolButton;
class QVBoxLayout;

namespace Pullcord {

class FieldNote;

/// What is known of a piece of content before its data: where it comes from and what it claims to be.
struct PieceInfo
{
    QString title; ///< what kind it is, in a word
    QString uri;   ///< of a resource; else empty
    QString mimeType;
    QByteArray annotations; ///< raw JSON, or empty
    QString fileBase;       ///< what a file with it is called if the URI has no name
};

/// One piece of content in a ContentView: a line that says what it is and what can be done with it, and below that the piece
/// itself. There is a subclass for each kind. Nothing that a server sent is ever taken for markup.
class ContentPiece : public QWidget
{
    Q_OBJECT

public:
    explicit ContentPiece(const PieceInfo &info, QWidget *parent = nullptr);
    ~ContentPiece() override;

    /// How high the piece itself may become before it scrolls inside; in pixels.
    virtual void setMostHeight(int height) { Q_UNUSED(height) }

signals:
    /// The person wants a file with these bytes; `name` is a suggestion without a folder.
    void saveRequested(const QString &name, const QByteArray &bytes);
    /// The person wants to hear it. The name has a suffix that says what it is.
    void playRequested(const QString &name, const QByteArray &bytes);
    /// The person wants that resource to be read from the server.
    void readRequested(const QString &uri);

protected:
    [[nodiscard]] const PieceInfo &info() const { return m_info; }
    /// How large it is, and what there is to say beside it.
    void setFacts(const QString &size, const QString &more = {});
    /// What is wrong with it; empty: nothing.
    void setProblem(const QString &text);
    /// Without an icon it shows its text.
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
