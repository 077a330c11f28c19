// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/schema/schemadialect.h"

namespace Pullcord {

namespace {

constexpr SchemaDialect Dialects[] = {
    {"https://json-schema.org/draft/2020-12/schema", Draft::D2020},
    {"https://json-schema.org/draft/2019-09/schema", Draft::D2019},
    {"http://json-schema.org/draft-07/schema", Draft::D7, "$id", true},
    {"http://json-schema.org/draft-06/schema", Draft::D6, "$id", true},
    {"http://json-schema.org/draft-04/schema", Draft::D4, "id", true},
};

struct NamedVocabulary
{
    QByteArrayView name; ///< end of its URI
    quint8 bits;
};

constexpr NamedVocabulary Vocabularies[] = {
    {"2020-12/vocab/core", Vocabulary::Core},
    {"2020-12/vocab/applicator", Vocabulary::Applicator},
    {"2020-12/vocab/unevaluated", Vocabulary::Unevaluated},
    {"2020-12/vocab/validation", Vocabulary::Validation},
    {"2020-12/vocab/meta-data", Vocabulary::MetaData},
    {"2020-12/vocab/format-annotation", Vocabulary::FormatAnnotation},
    {"2020-12/vocab/format-assertion", Vocabulary::FormatAssertion},
    {"2020-12/vocab/content", Vocabulary::Content},
    {"2019-09/vocab/core", Vocabulary::Core},
    {"2019-09/vocab/applicator", Vocabulary::Applicator | Vocabulary::Unevaluated},
    {"2019-09/vocab/validation", Vocabulary::Validation},
    {"2019-09/vocab/meta-data", Vocabulary::MetaData},
    {"2019-09/vocab/format", Vocabulary::FormatAnnotation},
    {"2019-09/vocab/content", Vocabulary::Content},
};

} // namespace

std::optional<SchemaDialect> SchemaDialect::named(QByteArrayView uri)
{
    if (uri.endsWith('#'))
        uri.chop(1);
    for (const SchemaDialect &dialect : Dialects) {
        if (dialect.uri == uri)
            return dialect;
    }
    return {};
}

std::optional<quint8> vocabularyBits(QByteArrayView uri)
{
    constexpr QByteArrayView Base = "https://json-schema.org/draft/";
    if (!uri.startsWith(Base))
        return {};
    for (const NamedVocabulary &vocabulary : Vocabularies) {
        if (vocabulary.name == uri.sliced(Base.size()))
            return vocabulary.bits;
    }
    return {};
}

} // namespace Pullcord
