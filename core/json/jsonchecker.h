// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/words.h"

#include <QByteArrayView>
#include <QString>

#include <memory>
#include <optional>

namespace Pullcord {

/// Bounds on what is accepted as a JSON text. Both are settings of the user's.
struct JsonLimits
{
    int maxDepth = 1024;                      ///< nested arrays and objects
    qsizetype maxSize = qsizetype(256) << 20; ///< bytes
};

/// Why a text is not JSON, and where.
struct JsonError
{
    qsizetype offset = 0; ///< byte offset of the first byte that cannot stand there
    int line = 1;         ///< 1-based
    int column = 1;       ///< 1-based, in characters (code points), not bytes
    bool isLimit = false; ///< not the text is at fault: it exceeds one of JsonLimits
    Words reason;         ///< e.g. "expected ':' after the member name"
};

/// Decides whether a text is well-formed JSON (RFC 8259) in valid UTF-8.
///
/// simdjson answers first; it is exact where it accepts. Where it refuses, a scanner of our own
/// looks again, because legal JSON exists that simdjson's DOM does not take: integers past 64 bits,
/// 1e400, lone surrogate escapes, deep nesting. The scanner also finds the position and the reason.
///
/// Plain class, not thread-safe; keep one per thread and reuse it, since it owns simdjson's
/// buffers.
class JsonChecker
{
public:
    explicit JsonChecker(JsonLimits limits = {});
    ~JsonChecker();
    JsonChecker(JsonChecker &&) noexcept;
    JsonChecker &operator=(JsonChecker &&) noexcept;

    [[nodiscard]] const JsonLimits &limits() const { return m_limits; }

    /// No value when `text` is one JSON value with optional white space around it.
    [[nodiscard]] std::optional<JsonError> check(QByteArrayView text);

private:
    struct Fast;
    JsonLimits m_limits;
    std::unique_ptr<Fast> m_fast;
};

} // namespace Pullcord
