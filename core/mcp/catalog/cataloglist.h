// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/catalog/cachehints.h"
#include "core/mcp/catalog/catalogitem.h"
#include "core/mcp/catalog/pagereader.h"
#include "core/mcp/client.h"

#include <QList>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include <optional>

namespace Pullcord {

/// One list of a server, with all its pages; requested again when the server reports a change.
///
/// Owner: the Catalog; the client must outlive it. It sends nothing before the first refresh(), and nothing to a server
/// that does not declare the capability: then the list is empty.
///
/// Order of signals: loadingChanged(true) from within refresh(); later loadingChanged(false), failed if the list could
/// not be completed, and changed.
/// Specification: server "Tools", "Prompts", "Resources", "Caching", "Pagination" (an empty cursor is a cursor; only
/// its absence ends); spec digest 4.1 to 4.3, 4.13, 9.
class CatalogList : public QObject
{
    Q_OBJECT

public:
    enum class Kind : quint8 { Tools, Prompts, Resources, ResourceTemplates };
    Q_ENUM(Kind)
    enum class Refresh : quint8 {
        IfStale, ///< only if the present list is stale by the server's hints
        Bypass,  ///< in any case
    };
    static constexpr Kind AllKinds[] = {Kind::Tools, Kind::Prompts, Kind::Resources, Kind::ResourceTemplates};

    /// Largest number of pages; stops a list that never ends.
    static constexpr int MaxPages = PageReader::MaxPages;
    /// Pause before an automatic refresh. A list that changes at each request would otherwise keep the connection busy.
    static constexpr std::chrono::milliseconds Pause{100};

    CatalogList(Client &client, Kind kind, QObject *parent = nullptr);
    ~CatalogList() override;

    [[nodiscard]] Kind kind() const { return m_kind; }
    /// Entries in the server's order, including invalid ones (CatalogItem::problem).
    [[nodiscard]] const QList<CatalogItem> &items() const { return m_items; }
    /// Returns the schema violations (P11) of one entry, checked as the only entry of a list; empty if there are none.
    [[nodiscard]] QString schemaProblem(const QByteArray &entry) const;
    /// True if the server declares the capability of the list.
    [[nodiscard]] bool isDeclared() const;
    [[nodiscard]] bool isLoading() const { return m_pages.isLoading(); }
    /// Cache hints of the present list, combined over all its pages.
    [[nodiscard]] const CacheHints &hints() const { return m_hints; }
    /// True if the list is complete, its cache hints have not expired, the server has announced no change, and the
    /// connection is the same.
    [[nodiscard]] bool isFresh() const;

    /// Requests the list from the first page (after the present round, if one is running). The present list stays until
    /// the new one is complete. Returns false, and sends nothing, if the list is fresh and `mode` allows that, or if it
    /// is not declared. In the latter case changed() comes, from within the call, if the list had entries.
    bool refresh(Refresh mode = Refresh::Bypass);
    /// Notes that the server's list may have changed: refreshes soon, if it was requested before.
    void onServerChanged();

signals:
    void loadingChanged(bool loading);
    /// The list is complete (again).
    void changed();
    /// The list could not be completed: it is the old one, or a partial one if there was none. changed() follows. Not
    /// emitted while the client closes the connection.
    void failed(const Pullcord::Error &error);

protected:
    [[nodiscard]] Client &client() const { return m_client; }
    /// Called when there are new items(), before any receiver of a signal sees them.
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
    bool m_holds = false; ///< the list is complete, and nothing since then contradicts it

    QList<CatalogItem> m_coming; ///< entries of the round in progress, like the next members
    QSet<QString> m_comingKeys;  ///< keys of those entries
    std::optional<CacheHints> m_comingHints;
    bool m_loadedOnce = false;
    bool m_again = false; ///< refresh again after the round
    QTimer m_pause;
};

} // namespace Pullcord
