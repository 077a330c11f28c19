// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"
#include "core/mcp/validation/mcpschema.h"
#include "ui/actions.h"
#include "ui/dialogs/answerdialog.h"
#include "ui/views/messages/questionnote.h"
#include "ui/windowfixture.h"

#include <QTableView>
#include <QTest>

namespace Pullcord {

/// A window whose server sends requests.
class AskingFixture final : public WindowFixture
{
public:
    /// Calls the tool and returns the row of the server's next request; -1 if none comes.
    [[nodiscard]] qsizetype letAsk(const QString &tool, const QByteArray &arguments = "{}")
    {
        called = call(tool, arguments);
        const qsizetype row = called + 1;
        const bool asked = QTest::qWaitFor([&] { return requests()->rowCount() > row; }, 5000);
        return asked && record(row).direction == Direction::ServerToClient ? row : -1;
    }
    [[nodiscard]] AnswerDialog *open(qsizetype row) const
    {
        select(row);
        window->actions().answer->trigger();
        return find<AnswerDialog>(QStringLiteral("answerDialog"));
    }
    [[nodiscard]] JsonValue sentAnswer(qsizetype row)
    {
        const qint64 event = record(row).responseEvent;
        m_bytes = event < 0 ? QByteArray() : conversation().capture().eventAt(event).bytes;
        return JsonValue(m_bytes);
    }
    /// Validates our response against the schema of 2025-11-25; empty if valid.
    [[nodiscard]] QString violations(qsizetype row)
    {
        QStringList found;
        const QByteArray answer = sentAnswer(row).raw().toByteArray();
        const auto errors = McpSchema::of(Revision::R2025_11_25).check(answer, record(row).method);
        for (const JsonSchemaError &error : errors)
            found << error.instanceLocation + QChar::Space + error.message;
        return found.join(QChar::LineFeed);
    }
    [[nodiscard]] QString bar() const { return find<QuestionNote>(QStringLiteral("questionNote"))->said(); }

    qsizetype called = -1; ///< row of our call

private:
    QByteArray m_bytes;
};

} // namespace Pullcord
