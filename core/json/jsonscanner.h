// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonchecker.h"

#include <QVarLengthArray>

namespace Pullcord {

/// Exact RFC 8259 parser behind JsonChecker: accepts everything legal, and finds the place and the reason of a fault.
/// It does not recurse. A plain class for one text, which must outlive it.
class JsonScanner
{
public:
    JsonScanner(QByteArrayView text, int maxDepth);

    /// Scans the text. Returns none if it is well-formed. Call it once.
    [[nodiscard]] std::optional<JsonError> scan();

private:
    bool scanText();
    bool scanTree();
    bool open(char bracket);
    bool afterValue();
    bool memberName();
    bool scalar();
    bool string();
    bool escape();
    bool utf8Character();
    bool number();
    bool digits();
    bool word(QByteArrayView expected);

    void skipSpace();
    [[nodiscard]] bool atEnd() const { return m_at == m_end; }
    bool fail(const TranslatableText &reason);
    bool failValueDue();
    [[nodiscard]] TranslatableText found() const;
    [[nodiscard]] JsonError error() const;

    const char *m_begin;
    const char *m_at; ///< next byte; after a failure the byte at fault
    const char *m_end;
    int m_maxDepth;
    bool m_utf8Known;                      ///< the whole text is valid UTF-8
    QVarLengthArray<char, 1024> m_closers; ///< closing brackets of the open containers
    TranslatableText m_reason;
    bool m_tooDeep = false;
};

} // namespace Pullcord
