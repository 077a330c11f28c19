// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/optionvalues.h"

#include <QCommandLineParser>

using namespace Qt::StringLiterals;

namespace Pullcord {

Error usage(const QString &what)
{
    return {ErrorKind::Usage, what};
}

Result<std::chrono::milliseconds> milliseconds(const QCommandLineParser &parser, const QString &name)
{
    bool ok = false;
    const int value = parser.value(name).toInt(&ok);
    if (!ok || value < 0)
        return usage(u"--%1 takes a number of milliseconds, not \"%2\""_s.arg(name, parser.value(name)));
    return std::chrono::milliseconds(value);
}

Outcome readTimes(const QCommandLineParser &parser,
                  std::initializer_list<std::pair<QString, std::chrono::milliseconds *>> times)
{
    for (const auto &[name, target] : times) {
        if (!parser.isSet(name))
            continue;
        const auto value = milliseconds(parser, name);
        if (!value)
            return value.error();
        *target = *value;
    }
    return std::monostate();
}

} // namespace Pullcord
