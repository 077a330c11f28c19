// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// A redacted message is valid JSON. The input is a rule, a line break and the message.
#include "core/capture/export/redaction/redaction.h"
#include "fuzz/require.h"

using namespace Pullcord;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    const QByteArrayView input(data, qsizetype(size));
    const qsizetype end = std::max<qsizetype>(input.indexOf('\n'), 0);
    const QString rule = QString::fromUtf8(input.first(end));
    const QByteArray message = input.sliced(end).toByteArray().trimmed();
    Result<Redaction> redaction = Redaction::parse({rule, Redaction::Known});
    REQUIRE(redaction || !redaction.error().detail.isEmpty());
    if (!redaction)
        redaction = Redaction::parse({Redaction::Known});
    static JsonChecker checker;
    const Event event = Event::ofBytes(message, Direction::ServerToClient, checker);
    QList<Redaction::Hit> hits;
    QList<Redaction::Hit> staying;
    const Event redacted = redaction->redacted(event, hits, &staying);
    REQUIRE(redacted.kind == event.kind && redacted.envelope.kind == event.envelope.kind);
    REQUIRE(!event.isMessage() || !checker.check(redacted.bytes));
    REQUIRE(!hits.isEmpty() || redacted.bytes == event.bytes);
    for (const Redaction::Hit &hit : hits)
        REQUIRE(hit.rule >= 0 && hit.rule < redaction->rules().size());
    hits.clear();
    (void)redaction->redactedText(QString::fromUtf8(message), hits);
    return 0;
}
