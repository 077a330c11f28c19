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

/// Returns an error of kind Usage for an invalid command line.
[[nodiscard]] Error usage(const QString &what);
/// Returns " Did you mean X?" if `word` is a misspelling of one of `known`; else empty.
[[nodiscard]] QString suggestion(const QString &word, const QStringList &known);
/// Reads a duration: milliseconds, or with a unit: "1500ms", "2s", "1.5 s", "3min". The option must be set.
[[nodiscard]] Result<std::chrono::milliseconds> milliseconds(const QCommandLineParser &parser, const QString &name);
/// Reads a raw JSON object; `what` describes it in the error.
[[nodiscard]] Result<QByteArray> objectFrom(const QString &text, const QString &what);
/// The same for an object with only strings as values.
[[nodiscard]] Result<QByteArray> stringsFrom(const QString &text, const QString &what);
/// Reads the durations of those options that are set.
[[nodiscard]] Outcome readTimes(const QCommandLineParser &parser,
                                std::initializer_list<std::pair<QString, std::chrono::milliseconds *>> times);

} // namespace Pullcord
