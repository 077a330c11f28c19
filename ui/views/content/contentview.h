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

/// Content to look at: pieces below each other, each as its kind wants it (ContentPiece and its subclasses), with headings and
/// remarks between them. Of very many pieces the first are made, the next on demand.
class ContentView final : public QScrollArea
{
    Q_OBJECT

public:
    static constexpr int PiecesAtOnce = 100;

    explicit ContentView(QWidget *parent = nullptr);
    ~ContentView() override;

    void clear();
    /// There is a server from which what is linked can be read. For what is added from here on.
    void setCanRead(bool canRead) { m_canRead = canRead; }

    void addNote(ContentNote::Kind kind, const QString &text);
    void addHeading(const QString &text);
    void addText(const QString &title, const QString &text);
    void addBlock(const ContentBlock &block);
    void addResource(const ResourceContents &contents);
    /// `title` says what it is.
    void addJson(const QString &title, const QByteArray &json, const QString &fileBase);

signals:
    /// As ContentPiece has them.
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
    QPushButton *m_more = nullptr; ///< makes those that wait
    QList<Maker> m_waiting;
    qsizetype m_next = 0; ///< of those that wait
    QList<ContentPiece *> m_pieces;
    std::shared_ptr<DecodedImages> m_decoded;
    int m_room = PiecesAtOnce; ///< for so many more
    bool m_canRead = false;
};

} // namespace Pullcord
