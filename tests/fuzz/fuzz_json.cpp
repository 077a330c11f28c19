// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// Readers of single messages in core/json and core/rpc.
#include "core/json/jsonchecker.h"
#include "core/json/jsondiff.h"
#include "core/json/jsonduplicates.h"
#include "core/json/jsonscanner.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"
#include "core/rpc/envelope.h"
#include "fuzz/require.h"

using namespace Pullcord;

namespace {

constexpr int MaxDepth = 64;

bool isInside(QByteArrayView part, QByteArrayView whole)
{
    return part.isEmpty() || (part.begin() >= whole.begin() && part.end() <= whole.end());
}

/// Reads a value and everything in it. `wellFormed` enables stricter checks.
void visit(const JsonValue &value, QByteArrayView within, bool wellFormed, int depth = 0)
{
    REQUIRE(isInside(value.raw(), within));
    REQUIRE(!wellFormed || value.isValid());
    const QByteArray utf8 = value.toUtf8();
    const QString string = value.toString();
    REQUIRE(!wellFormed || string.toUtf8() == utf8);
    REQUIRE(!wellFormed || !value.isString() || JsonValue(JsonText::quoted(string)).toString() == string);
    REQUIRE(!value.toInteger() || !wellFormed || value.isInteger());
    (void)value.toDouble();
    (void)value.toBool();
    const RequestId id = RequestId::fromJson(value.raw());
    REQUIRE(id == RequestId::fromJson(id.toJson()));
    if (depth > MaxDepth)
        return;
    qsizetype index = 0;
    for (const JsonMember &child : value) {
        REQUIRE(isInside(child.rawKey, value.raw()));
        REQUIRE(!wellFormed || !value.isObject() || value.member(child.key().toUtf8()).isValid());
        REQUIRE(index > 20 || value.isObject() || value.element(index).raw().data() == child.value.raw().data());
        visit(child.value, value.raw(), wellFormed, depth + 1);
        ++index;
    }
}

void checkEnvelopes(QByteArrayView bytes)
{
    QList<Envelope> envelopes = Envelope::batchItems(bytes);
    envelopes.append(Envelope::of(bytes));
    for (const Envelope &envelope : envelopes) {
        for (const Span span : {envelope.id, envelope.method, envelope.params, envelope.result, envelope.error})
            REQUIRE(qsizetype(span.offset) + qsizetype(span.length) <= bytes.size());
        (void)envelope.methodName(bytes);
        (void)envelope.requestId(bytes);
    }
}

void checkError(const JsonError &error, QByteArrayView bytes)
{
    REQUIRE(error.offset >= 0 && error.offset <= bytes.size());
    REQUIRE(error.line >= 1 && error.column >= 1 && !error.reason.isEmpty());
    // The text before the error is the beginning of some JSON text.
    const auto before = JsonScanner(bytes.first(error.offset), MaxDepth).scan();
    REQUIRE(!before || before->offset == error.offset || bytes.first(error.offset).trimmed().isEmpty());
}

void checkTexts(QByteArrayView bytes, JsonChecker &checker)
{
    const QByteArray compact = JsonText::compact(bytes);
    const QByteArray indented = JsonText::indented(bytes);
    REQUIRE(!checker.check(compact));
    REQUIRE(!checker.check(indented));
    REQUIRE(compact.size() <= bytes.size());
    REQUIRE(JsonText::compact(compact) == compact);
    REQUIRE(JsonText::compact(indented) == compact);
    REQUIRE(JsonText::indented(compact) == indented);
    REQUIRE(JsonDuplicate::firstIn(compact).has_value() == JsonDuplicate::firstIn(bytes).has_value());
    REQUIRE(JsonDiff::of(JsonValue(bytes), JsonValue(indented)).differences.isEmpty());
    if (JsonValue(bytes).isObject()) {
        const QByteArray more = JsonText::withMember(bytes, "a", compact);
        REQUIRE(!JsonChecker({MaxDepth + 1}).check(more));
        REQUIRE(JsonValue(more).member("a").raw() == compact);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    static JsonChecker checker({MaxDepth});
    const QByteArrayView bytes(data, qsizetype(size));

    const auto error = checker.check(bytes);
    // The checker does not run the scanner on text that simdjson accepts: the two must agree.
    REQUIRE(JsonScanner(bytes, MaxDepth).scan().has_value() == error.has_value());
    visit(JsonValue(bytes), bytes, !error);
    (void)JsonValue("{\"a\":[{\"/\":1}]}").pointer(bytes);
    checkEnvelopes(bytes);
    if (error) {
        checkError(*error, bytes);
        (void)JsonText::compact(bytes);
        (void)JsonText::indented(bytes);
    } else {
        checkTexts(bytes, checker);
    }

    const QByteArray quoted = JsonText::quoted(bytes);
    REQUIRE(!checker.check(quoted));
    REQUIRE(!bytes.isValidUtf8() || JsonValue(quoted).toUtf8() == bytes);
    return 0;
}
