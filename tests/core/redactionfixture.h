// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exportfixture.h"

#include "core/capture/export/redaction/redaction.h"
#include "core/capture/export/redaction/redactioncounts.h"

namespace Pullcord {

/// A conversation to export with redactions.
class RedactionFixture : public ExportFixture
{
public:
    /// `rules` must be valid.
    [[nodiscard]] static Redaction of(const QStringList &rules) { return *Redaction::parse(rules); }

    /// Adds a call with two secrets, its result with one, and a stderr line with one.
    void addSecrets();
    /// Exports in many slices without the parts that the rules leave out; empty on failure. `leftOut` receives their
    /// counts.
    [[nodiscard]] QByteArray without(const Redaction &redaction, ExportFormat format, const ExportSelection &selection,
                                     RedactionCounts *leftOut = nullptr) const;
    [[nodiscard]] QByteArray without(const Redaction &redaction, ExportFormat format,
                                     RedactionCounts *leftOut = nullptr) const
    {
        return without(redaction, format, ExportSelection::everything(*capture), leftOut);
    }
};

} // namespace Pullcord
