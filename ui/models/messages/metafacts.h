// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QList>
#include <QString>

namespace Pullcord {

class JsonValue;

/// One member of a `_meta` object, for display. Spec digest 1.
struct MetaFact
{
    QString name; ///< without the prefix of the specification
    QString text; ///< decoded value, or a remark that it is malformed
    bool isMalformed = false;
};

/// Returns the members in the order of the text. Members of the specification are decoded, others are shown as JSON.
[[nodiscard]] QList<MetaFact> metaFacts(const JsonValue &meta);

/// Returns the `_meta` of params, result or error data of a message, as a view on the event's bytes; invalid if there
/// is none.
[[nodiscard]] JsonValue metaOf(const Event &event, const Envelope &message);

} // namespace Pullcord
