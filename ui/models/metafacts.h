// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/event.h"

#include <QList>
#include <QString>

namespace Pullcord {

class JsonValue;

/// One member of a `_meta` object, as people read it. Spec digest 1.
struct MetaFact
{
    QString name; ///< without the prefix of the specification's own keys
    QString text; ///< says so if the value is malformed
    bool isMalformed = false;
};

/// In the order of the text; those that the specification knows are read, of the others the JSON is shown.
[[nodiscard]] QList<MetaFact> metaFacts(const JsonValue &meta);

/// The `_meta` of a message of an event: of its params, its result or its error's data. It is a view on the event's bytes;
/// invalid where there is none.
[[nodiscard]] JsonValue metaOf(const Event &event, const Envelope &message);

} // namespace Pullcord
