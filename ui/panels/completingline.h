// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/requests/completion.h"

#include <QLineEdit>
#include <QStringListModel>

#include <functional>

namespace Pullcord {

/// Line edit with completion by the server; an ordinary one if the server offers none.
class CompletingLine final : public QLineEdit
{
    Q_OBJECT

public:
    static constexpr qsizetype MostOffered = 10'000; ///< in characters; longer values are dropped

    /// `query` returns the current query without the typed value. The client must outlive the line.
    CompletingLine(Client &client, std::function<CompletionQuery()> query, QWidget *parent = nullptr);
    ~CompletingLine() override;

protected:
    /// Enter accepts the selected completion, or else closes the popup; nothing more.
    void keyPressEvent(QKeyEvent *event) override;

private:
    void ask(const QString &text);
    void offer(const Result<CompletionResult> &outcome);

    std::function<CompletionQuery()> m_query;
    Completion m_completion;
    QStringListModel m_values;
};

} // namespace Pullcord
