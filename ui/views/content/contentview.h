// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/content/contentnote.h"
#include "ui/views/content/imagecanvas.h"

#include <QScrollArea>

#include <functional>
#include <memory>

class QPushButton;
class QVBoxLayout;

namespace Pullcord {

class ContentPiece;
struct ContentBlock;
struct PieceInfo;
struct ResourceContents;

/// A list of ContentPieces with headings and notes between them. If there are many pieces, only the first are created
/// at once, and the others on demand.
class ContentView final : public QScrollArea
{
    Q_OBJECT

public:
    static constexpr int PiecesAtOnce = 100;

    explicit ContentView(QWidget *parent = nullptr);
    ~ContentView() override;

    void clear();
    /// Offers to read linked resources from the server, for pieces added from now on.
    void setCanRead(bool canRead) { m_canRead = canRead; }

    void addNote(ContentNote::Kind kind, const QString &text);
    void addHeading(const QString &text);
    void addText(const QString &title, const QString &text);
    void addBlock(const ContentBlock &block);
    void addResource(const ResourceContents &contents);
    /// `title` describes the JSON.
    void addJson(const QString &title, const QByteArray &json, const QString &fileBase);

signals:
    /// Forwarded from ContentPiece.
    void saveRequested(const QString &name, const QByteArray &bytes);
    void playRequested(const QString &name, const QByteArray &bytes);
    void readRequested(const QString &uri);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    using Maker = std::function<QWidget *()>;
    void add(Maker make);
    void put(QWidget *widget);
    void addMore();
    void sayHowManyMore();
    [[nodiscard]] int mostHeight() const;
    void fit();
    [[nodiscard]] ContentPiece *pieceFor(const ContentBlock &block);
    [[nodiscard]] ContentPiece *pieceFor(const ResourceContents &contents, const QByteArray &annotations);

    QWidget *m_list = nullptr;
    QVBoxLayout *m_layout = nullptr;
    QPushButton *m_more = nullptr; ///< creates the waiting pieces
    QList<Maker> m_waiting;
    qsizetype m_next = 0; ///< index of the first one in m_waiting not created yet
    QList<ContentPiece *> m_pieces;
    std::shared_ptr<DecodedImages> m_decoded;
    int m_room = PiecesAtOnce; ///< number of pieces that may still be created at once
    bool m_canRead = false;
};

} // namespace Pullcord
