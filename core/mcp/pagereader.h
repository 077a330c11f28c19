// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/client.h"
#include "core/words.h"

#include <QObject>
#include <QSet>

#include <optional>

namespace Pullcord {

/// Reads one of a server's lists, page after page: tools/list and its like.
///
/// Owner: the list; the client must outlive it. Order of signals: loadingChanged(true) from within start(); page() for each
/// page; finished(), for the list to take in what has come; loadingChanged(false); failed(), if it did; done().
/// Specification: server "Pagination" (an empty cursor is a cursor; only its absence ends); spec digest 9.
class PageReader final : public QObject
{
    Q_OBJECT

public:
    /// Pages after which a list that never ends is stopped.
    static constexpr int MaxPages = 1000;

    /// `member` of the results holds the list.
    PageReader(Client &client, const QByteArray &method, const QByteArray &member, QObject *parent = nullptr);
    ~PageReader() override;

    /// Why no further page is asked for after so many, the last of which gave the cursor `next`; empty while there is no reason.
    [[nodiscard]] static Words whyStopped(const QByteArray &method, const QByteArray &next, bool isKnown,
                                          qsizetype pages);

    /// From the first page on. Not while isLoading().
    void start();
    [[nodiscard]] bool isLoading() const { return m_loading; }

signals:
    void loadingChanged(bool loading);
    /// A result with an array in that member; raw JSON.
    void page(const QByteArray &result);
    /// The list is complete, or what stood in the way.
    void finished(const std::optional<Pullcord::Error> &problem);
    /// What stood in the way. Not told when we are leaving.
    void failed(const Pullcord::Error &problem);
    void done();

private:
    void ask(const std::optional<QByteArray> &cursor);
    void onAnswer(const Result<QByteArray> &outcome);
    void finish(const std::optional<Error> &problem);
    [[nodiscard]] std::optional<Error> read(const QByteArray &result, std::optional<QByteArray> &next);

    Client &m_client;
    QByteArray m_method;
    QByteArray m_member;
    QSet<QByteArray> m_cursors; ///< of this round, raw JSON
    RequestId m_lastPage;       ///< the request for it: the next goes on with that
    bool m_loading = false;
};

} // namespace Pullcord
