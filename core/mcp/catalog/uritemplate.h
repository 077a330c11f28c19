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
/// It accepts more than the grammar, since servers use more. A name may contain any character without a meaning of its
/// own (`{user-id}`). Characters that no URI may contain are encoded in place. Specification: RFC 6570; MCP server
/// "Resources".
class UriTemplate
{
public:
    using Pairs = QList<std::pair<QString, QString>>;
    using Value = std::variant<QString, QStringList, Pairs>;
    /// Values of variables. An absent variable and an empty list expand to nothing; an empty string leaves its name
    /// (`{?x}` becomes `?x=`).
    using Values = QHash<QString, Value>;

    /// Parses a template. The error (Usage) names the fault and its position.
    [[nodiscard]] static Result<UriTemplate> parse(const QString &text);

    /// Names of its variables, in order, each once.
    [[nodiscard]] QStringList variables() const;
    [[nodiscard]] QString expand(const Values &values) const;

private:
    struct Variable
    {
        QString name;
        bool explode = false;
        int prefix = 0; ///< number of characters of the value; 0: all
    };
    struct Operator;
    static const Operator Operators[];
    /// A literal, or variables with an operator.
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
