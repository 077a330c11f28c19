// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/secrets/secrets.h"

#include <QTest>

/// Rows of a text and its masked form, for tests of Secrets::maskedProse().
namespace SecretRows {

inline void columns()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("masked");
}

inline void row(const char *text, const char *masked)
{
    QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(masked);
}

/// Masking must be idempotent.
inline void check()
{
    QFETCH(const QString, text);
    QFETCH(const QString, masked);
    QCOMPARE(Pullcord::Secrets::maskedProse(text), masked);
    QCOMPARE(Pullcord::Secrets::maskedProse(masked), masked);
}

} // namespace SecretRows
