// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

#include <utility>
#include <variant>

namespace Pullcord {

/// A URI template, levels 1 to 4. A value.
///
/// More is taken than the grammar has, since servers write more: a name may have any character that means nothing else
/// (`{user-id}`), and a character that no URI may have is encoded where it stands. Specification: RFC 6570; MCP server
/// "Resources".
class UriTemplate
{
public:
    using Pairs = QList<std::pair<QString, QString>>;
    using Value = std::variant<QString, QStringList, Pairs>;
    /// A variable that is not in it, and an empty list, expand to nothing at all; an empty string leaves its traces (`{?x}`
    /// becomes `?x=`).
    using Values = QHash<QString, Value>;

    /// An error of kind Usage says what is wrong, and where.
    [[nodiscard]] static Result<UriTemplate> parse(const QString &text);

    /// The names in it, in their order, each once.
    [[nodiscard]] QStringList variables() const;
    [[nodiscard]] QString expand(const Values &values) const;

private:
    struct Variable
    {
        QString name;
        bool explode = false;
        int prefix = 0; ///< how many characters of the value; 0: all
    };
    struct Operator;
    static const Operator Operators[];
    /// Text, or variables behind an operator.
    struct Part
    {
        QString literal;
        const Operator *op = nullptr; ///< null: literal
        QList<Variable> variables;
    };

    [[nodiscard]] static Result<Part> parseExpression(QStringView text);
    [[nodiscard]] static Result<Variable> parseVariable(QStringView text);
    static void expandInto(QByteArray &uri, const Part &part, const Values &values);
    [[nodiscard]] static QByteArray expanded(const Operator &op, const Variable &variable, const Value &value);

    QList<Part> m_parts;
};

} // namespace Pullcord
