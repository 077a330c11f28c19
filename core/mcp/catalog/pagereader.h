// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/client.h"
#include "core/translatabletext.h"

#include <QObject>
#include <QSet>

#include <optional>

namespace Pullcord {

/// Reads a list of a server page by page, such as tools/list.
///
/// Owner: the list; the client must outlive it. Order of signals: loadingChanged(true) from within start(); page() for
/// each page; finished(), at which the list adopts the pages; loadingChanged(false); failed() on failure; done().
/// Specification: server "Pagination" (an empty cursor is a cursor; only its absence ends); spec digest 9.
class PageReader final : public QObject
{
    Q_OBJECT

public:
    /// Largest number of pages; stops a list that never ends.
    static constexpr int MaxPages = 1000;

    /// `member` is the member of the results with the list.
    PageReader(Client &client, const QByteArray &method, const QByteArray &member, QObject *parent = nullptr);
    ~PageReader() override;

    /// Reason for stopping after `pages` pages, the last of which had the cursor `next`; empty if there is none.
    [[nodiscard]] static TranslatableText whyStopped(const QByteArray &method, const QByteArray &next, bool isKnown,
                                                     qsizetype pages);

    /// Starts with the first page. Not while isLoading().
    void start();
    [[nodiscard]] bool isLoading() const { return m_loading; }

signals:
    void loadingChanged(bool loading);
    /// A page has come: the raw JSON result, in which `member` is an array.
    void page(const QByteArray &result);
    /// The list is complete, or `problem` prevented that.
    void finished(const std::optional<Pullcord::Error> &problem);
    /// `problem` prevented the completion. Not emitted while the client closes the connection.
    void failed(const Pullcord::Error &problem);
    /// Last signal of a round, after success or failure.
    void done();

private:
    void ask(const std::optional<QByteArray> &cursor);
    void onAnswer(const Result<QByteArray> &outcome);
    void finish(const std::optional<Error> &problem);
    [[nodiscard]] std::optional<Error> read(const QByteArray &result, std::optional<QByteArray> &next);

    Client &m_client;
    QByteArray m_method;
    QByteArray m_member;
    QSet<QByteArray> m_cursors; ///< cursors of this round, raw JSON
    RequestId m_lastPage;       ///< request of the last page, which the next request follows
    bool m_loading = false;
};

} // namespace Pullcord
