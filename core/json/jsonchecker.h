// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/translatabletext.h"

#include <QByteArrayView>
#include <QString>

#include <memory>
#include <optional>

namespace Pullcord {

/// Limits for a JSON text. Both are user settings.
struct JsonLimits
{
    int maxDepth = 1024;                      ///< nesting of arrays and objects
    qsizetype maxSize = qsizetype(256) << 20; ///< bytes
};

/// Reason and position of a fault in a JSON text.
struct JsonError
{
    qsizetype offset = 0;    ///< byte offset of the first byte at fault
    int line = 1;            ///< 1-based
    int column = 1;          ///< 1-based, in characters (code points), not bytes
    bool isLimit = false;    ///< the text is not at fault, but exceeds one of JsonLimits
    TranslatableText reason; ///< e.g. "expected ':' after the member name"
};

/// Checks that a text is well-formed JSON (RFC 8259) in valid UTF-8.
///
/// simdjson checks first; a text that it accepts is correct. A text that it refuses is checked again by JsonScanner,
/// because simdjson's DOM does not accept all legal JSON. Examples are integers beyond 64 bits, 1e400, lone surrogate
/// escapes and deep nesting. The scanner also finds the position and the reason.
///
/// A plain class, not thread-safe. Keep one per thread and reuse it, since it owns simdjson's buffers.
class JsonChecker
{
public:
    explicit JsonChecker(JsonLimits limits = {});
    ~JsonChecker();
    JsonChecker(JsonChecker &&) noexcept;
    JsonChecker &operator=(JsonChecker &&) noexcept;

    [[nodiscard]] const JsonLimits &limits() const { return m_limits; }

    /// Checks a text. Returns none if it is one JSON value with optional white space around it.
    [[nodiscard]] std::optional<JsonError> check(QByteArrayView text);

private:
    struct Fast;
    JsonLimits m_limits;
    std::unique_ptr<Fast> m_fast;
};

} // namespace Pullcord
