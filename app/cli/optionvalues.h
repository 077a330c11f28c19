// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/result.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <initializer_list>
#include <utility>

class QCommandLineParser;

namespace Pullcord {

/// The command line makes no sense.
[[nodiscard]] Error usage(const QString &what);
/// " Did you mean X?" for the one of `known` that `word` is a misspelling of; else empty.
[[nodiscard]] QString suggestion(const QString &word, const QStringList &known);
/// Of an option that is given: milliseconds, or with a unit: "1500ms", "2s", "1.5 s", "3min".
[[nodiscard]] Result<std::chrono::milliseconds> milliseconds(const QCommandLineParser &parser, const QString &name);
/// A raw JSON object; `what` it is stands in the error.
[[nodiscard]] Result<QByteArray> objectFrom(const QString &text, const QString &what);
/// Likewise of one in which all values are strings.
[[nodiscard]] Result<QByteArray> stringsFrom(const QString &text, const QString &what);
/// Those that are given.
[[nodiscard]] Outcome readTimes(const QCommandLineParser &parser,
                                std::initializer_list<std::pair<QString, std::chrono::milliseconds *>> times);

} // namespace Pullcord
