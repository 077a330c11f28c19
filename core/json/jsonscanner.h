// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonchecker.h"

#include <QVarLengthArray>

namespace Pullcord {

/// The exact reading of RFC 8259 behind JsonChecker: takes everything that is legal, and finds
/// where and why a text is not. It does not recurse. Plain class, for one text; the text must
/// outlive it.
class JsonScanner
{
public:
    JsonScanner(QByteArrayView text, int maxDepth);

    /// No value when the text is well-formed. Call it once.
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
    bool fail(const Words &reason);
    bool failValueDue();
    [[nodiscard]] Words found() const;
    [[nodiscard]] JsonError error() const;

    const char *m_begin;
    const char *m_at; ///< the next byte; after a failure the byte that cannot stand there
    const char *m_end;
    int m_maxDepth;
    bool m_utf8Known;                      ///< the whole text is known to be valid UTF-8
    QVarLengthArray<char, 1024> m_closers; ///< the bracket that closes each open container
    Words m_reason;
    bool m_tooDeep = false;
};

} // namespace Pullcord
