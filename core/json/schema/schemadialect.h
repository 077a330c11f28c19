// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayView>

#include <optional>

namespace Pullcord {

/// The drafts of JSON Schema, as bits.
namespace Draft {
enum : quint8 { D4 = 1, D6 = 2, D7 = 4, D2019 = 8, D2020 = 16 };
constexpr quint8 To7 = D4 | D6 | D7;
constexpr quint8 To2019 = To7 | D2019;
constexpr quint8 From6 = D6 | D7 | D2019 | D2020;
constexpr quint8 From7 = D7 | D2019 | D2020;
constexpr quint8 From2019 = D2019 | D2020;
constexpr quint8 All = To7 | From2019;
} // namespace Draft

/// Vocabularies of 2019-09 and later, as bits. Older drafts have all except FormatAssertion.
namespace Vocabulary {
enum : quint8 {
    Core = 1,
    Applicator = 2,
    Unevaluated = 4,
    Validation = 8,
    MetaData = 16,
    Content = 32,
    FormatAnnotation = 64,
    FormatAssertion = 128
};
constexpr quint8 Standard = Core | Applicator | Unevaluated | Validation | MetaData | Content | FormatAnnotation;
} // namespace Vocabulary

/// Dialect of a schema: its draft, and the vocabularies that a metaschema's `$vocabulary` selects.
struct SchemaDialect
{
    QByteArrayView uri; ///< URI of its metaschema, without a fragment
    quint8 draft = Draft::D2020;
    QByteArrayView idKeyword = "$id";
    bool refStandsAlone = false; ///< keywords beside a `$ref` are ignored
    quint8 vocabularies = Vocabulary::Standard;

    /// Dialect of the metaschema with that URI, with or without an empty fragment.
    static std::optional<SchemaDialect> named(QByteArrayView uri);
};

/// Bits of the vocabulary with that URI; none if it is unknown.
[[nodiscard]] std::optional<quint8> vocabularyBits(QByteArrayView uri);

} // namespace Pullcord
