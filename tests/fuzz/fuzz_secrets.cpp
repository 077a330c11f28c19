// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// Any text, argument or description of a connection can be masked.
#include "core/secrets/secrets.h"
#include "fuzz/require.h"

#include <QJsonDocument>

using namespace Pullcord;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char *>(data), qsizetype(size));
    const QString text = QString::fromUtf8(bytes);
    REQUIRE(Secrets::maskedText(text).isEmpty() == text.isEmpty());
    REQUIRE(Secrets::maskedProse(text).isEmpty() == text.isEmpty());
    (void)Secrets::maskedQuery(text);
    const QStringList words = text.split(u'\n');
    REQUIRE(Secrets::maskedArguments(words).size() == words.size());
    const QJsonObject object = QJsonDocument::fromJson(bytes).object();
    REQUIRE(Secrets::masked(object).keys() == object.keys());
    return 0;
}
