// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/httpexchanges.h"

#include <QWidget>

namespace Pullcord {

class Conversation;
class HttpView;

/// The HTTP exchanges behind what Details shows: of a request all that carried its story, of an event its own.
class HttpTab final : public QWidget
{
    Q_OBJECT

public:
    explicit HttpTab(QWidget *parent = nullptr);
    ~HttpTab() override;

    void setConversation(const Conversation *conversation);
    /// Row of the log.
    void showRequest(qsizetype logRow);
    /// Index in the capture.
    void showEntry(qsizetype captureIndex);
    void showNothing();
    /// More may have come.
    void refresh();
    /// The conversation goes over HTTP, or part of it.
    [[nodiscard]] bool hasAny() const { return !m_exchanges.isEmpty(); }

signals:
    /// hasAny() may be another.
    void changed();

protected:
    /// It is filled only where it is seen.
    void showEvent(QShowEvent *event) override;

private:
    /// A stretch of a request's story, and the exchange that it went in.
    struct Part
    {
        QString purpose;
        int exchange = 0;
    };
    void find();
    void fill();
    void findForRequest();
    [[nodiscard]] bool isPost(qsizetype request) const;
    void addPart(const QString &purpose, qint64 event);

    const Conversation *m_conversation = nullptr;
    HttpExchanges m_exchanges;
    HttpView *m_view;
    qsizetype m_logRow = -1;
    qsizetype m_captureIndex = -1;
    quint32 m_connection = 0;
    QList<Part> m_parts;
};

} // namespace Pullcord
