// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exportfixture.h"

#include "core/capture/export/leftout.h"
#include "core/capture/export/redaction.h"

namespace Pullcord {

/// A conversation of which something is left out.
class RedactionFixture : public ExportFixture
{
public:
    /// That makes sense.
    [[nodiscard]] static Redaction of(const QStringList &rules) { return *Redaction::parse(rules); }

    /// A call with two secrets, its result with one, and a line of the server's with one.
    void addSecrets();
    /// Without what the rules leave out, made in many slices; empty if it fails. `leftOut` gets how much that was.
    [[nodiscard]] QByteArray without(const Redaction &redaction, ExportFormat format, const ExportSelection &selection,
                                     LeftOut *leftOut = nullptr) const;
    [[nodiscard]] QByteArray without(const Redaction &redaction, ExportFormat format, LeftOut *leftOut = nullptr) const
    {
        return without(redaction, format, ExportSelection::everything(*capture), leftOut);
    }
};

} // namespace Pullcord
