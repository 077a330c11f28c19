// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/jsonchecker.h"

#include "core/json/jsonscanner.h"

#include <simdjson.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

/// Largest text for simdjson, which keeps buffers of about 14 bytes per byte of text. Larger texts are checked by
/// JsonScanner, which needs no buffers.
constexpr qsizetype FastLimit = qsizetype(256) << 10;
constexpr size_t FirstCapacity = 4096;
constexpr int FastDepth = 1024;

} // namespace

/// simdjson's parser, and the padded copy that it reads.
struct JsonChecker::Fast
{
    bool grow(size_t size, int maxDepth);
    bool accepts(QByteArrayView text, int maxDepth);

    simdjson::dom::parser parser;
    simdjson::dom::document document;
    std::unique_ptr<char[]> padded;
    size_t capacity = 0;
};

bool JsonChecker::Fast::grow(size_t size, int maxDepth)
{
    const size_t wanted = std::max(FirstCapacity, std::bit_ceil(size));
    if (document.allocate(wanted) != simdjson::SUCCESS ||
        parser.allocate(wanted, size_t(std::min(maxDepth, FastDepth))) != simdjson::SUCCESS)
        return false;
    padded = std::make_unique<char[]>(wanted + simdjson::SIMDJSON_PADDING);
    capacity = wanted;
    return true;
}

bool JsonChecker::Fast::accepts(QByteArrayView text, int maxDepth)
{
    const auto size = size_t(text.size());
    if (size > capacity && !grow(size, maxDepth))
        return false;
    // simdjson reads beyond the end, and the bytes after a view may not be readable.
    std::memcpy(padded.get(), text.data(), size);
    return parser.parse_into_document(document, padded.get(), size, false).error() == simdjson::SUCCESS;
}

JsonChecker::JsonChecker(JsonLimits limits)
    : m_limits(limits)
{}

JsonChecker::~JsonChecker() = default;
JsonChecker::JsonChecker(JsonChecker &&) noexcept = default;
JsonChecker &JsonChecker::operator=(JsonChecker &&) noexcept = default;

std::optional<JsonError> JsonChecker::check(QByteArrayView text)
{
    if (text.size() > m_limits.maxSize)
        return JsonError{
            .isLimit = true,
            .reason = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "longer than the limit of %1 bytes"),
                                           m_limits.maxSize)};
    // Newer versions of simdjson skip a byte order mark, which JSON does not allow.
    const bool isMarked = text.startsWith("\xEF\xBB\xBF");
    if (!text.isEmpty() && !isMarked && text.size() <= FastLimit && m_limits.maxDepth > 0) {
        if (!m_fast)
            m_fast = std::make_unique<Fast>();
        if (m_fast->accepts(text, m_limits.maxDepth))
            return {};
    }
    return JsonScanner(text, m_limits.maxDepth).scan();
}

} // namespace Pullcord
