// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/cachehints.h"
#include "core/mcp/catalogitem.h"
#include "core/mcp/client.h"
#include "core/mcp/pagereader.h"

#include <QList>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include <optional>

namespace Pullcord {

/// One of the lists of a server, all its pages: asks for it, and again when the server says that it has changed.
///
/// Owner: the Catalog; the client must outlive it. It sends nothing before the first refresh(), and nothing at all to a server
/// that does not declare the capability: the list is empty then.
/// Order of signals: loadingChanged(true) from within refresh(); then, later, loadingChanged(false), failed if it could not be
/// completed, and changed.
/// Specification: server "Tools", "Prompts", "Resources", "Caching", "Pagination" (an empty cursor is a cursor; only its
/// absence ends); spec digest 4.1 to 4.3, 4.13, 9.
class CatalogList : public QObject
{
    Q_OBJECT

public:
    enum class Kind : quint8 { Tools, Prompts, Resources, ResourceTemplates };
    Q_ENUM(Kind)
    enum class Refresh : quint8 {
        IfStale, ///< only where the server has not said that the present list still holds
        Bypass,  ///< whatever it has said
    };
    static constexpr Kind AllKinds[] = {Kind::Tools, Kind::Prompts, Kind::Resources, Kind::ResourceTemplates};

    /// Pages after which a list that never ends is stopped.
    static constexpr int MaxPages = PageReader::MaxPages;
    /// Until the list is asked for of our own accord: one that changes whenever it is asked for would never leave the wire.
    static constexpr std::chrono::milliseconds Pause{100};

    CatalogList(Client &client, Kind kind, QObject *parent = nullptr);
    ~CatalogList() override;

    [[nodiscard]] Kind kind() const { return m_kind; }
    /// In the server's order; also those that are not as they must be (CatalogItem::problem).
    [[nodiscard]] const QList<CatalogItem> &items() const { return m_items; }
    /// The server says that it has such things.
    [[nodiscard]] bool isDeclared() const;
    [[nodiscard]] bool isLoading() const { return m_pages.isLoading(); }
    /// What the server said of how long the present list holds, over all its pages.
    [[nodiscard]] const CacheHints &hints() const { return m_hints; }
    /// It still holds: it is complete, its time has not passed, no change has been announced, and the connection is the same.
    [[nodiscard]] bool isFresh() const;

    /// Asks from the first page (once more, if a round is under way); the present list stays until the new one is complete.
    /// False, and nothing is sent, if it is fresh and may be, or is not declared: then only changed() comes, from within, if
    /// there was something in it before.
    bool refresh(Refresh mode = Refresh::Bypass);
    /// The server's may be another by now: asks again, soon, if it has been asked for before.
    void onServerChanged();

signals:
    void loadingChanged(bool loading);
    /// The list is complete (again).
    void changed();
    /// It could not be completed: the list is the old one, or what had come if there was none. changed() follows. Not told
    /// when we are leaving.
    void failed(const Pullcord::Error &error);

protected:
    [[nodiscard]] Client &client() const { return m_client; }
    /// There are new items(); before anybody hears of it.
    virtual void onTaken() {}

private:
    void takePage(const QByteArray &result);
    void take(QList<CatalogItem> items);
    void end(const std::optional<Error> &problem);

    Client &m_client;
    Kind m_kind;
    PageReader m_pages;
    QList<CatalogItem> m_items;
    CacheHints m_hints;
    bool m_holds = false; ///< complete, and nothing has been heard since that says otherwise

    QList<CatalogItem> m_coming; ///< of this round, as the next
    QSet<QString> m_comingKeys;  ///< theirs
    std::optional<CacheHints> m_comingHints;
    bool m_loadedOnce = false;
    bool m_again = false; ///< when the round is over
    QTimer m_pause;
};

} // namespace Pullcord
