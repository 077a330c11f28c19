// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/capture/filter/filterfield.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace Pullcord {
using namespace Qt::StringLiterals;

std::span<const FilterField> FilterField::all()
{
    using enum Id;
    static const std::array fields{
        FilterField{Text, Type::Contents, "text"_L1},
        FilterField{Method, Type::Text, "method"_L1},
        FilterField{Name, Type::Text, "name"_L1},
        FilterField{RequestId, Type::Text, "id"_L1},
        FilterField{State,
                    Type::Choice,
                    "state"_L1,
                    {"open"_L1, "ended"_L1, "queued"_L1, "inflight"_L1, "cancelling"_L1, "succeeded"_L1, "failed"_L1,
                     "declined"_L1, "cancelled"_L1, "timedout"_L1, "lost"_L1}},
        FilterField{Dir, Type::Choice, "dir"_L1, {"in"_L1, "out"_L1, "c2s"_L1, "s2c"_L1}},
        FilterField{Late, Type::Flag, "late"_L1},
        FilterField{Cancelled, Type::Flag, "cancelled"_L1},
        FilterField{Reason, Type::Text, "reason"_L1},
        FilterField{Error, Type::Text, "error"_L1},
        FilterField{Code, Type::Integer, "code"_L1},
        FilterField{ToolError, Type::Flag, "toolerror"_L1},
        FilterField{Progress, Type::Flag, "progress"_L1},
        FilterField{Pinned, Type::Flag, "pinned"_L1},
        FilterField{Color,
                    Type::Choice,
                    "color"_L1,
                    {"any"_L1, "none"_L1, "red"_L1, "orange"_L1, "yellow"_L1, "green"_L1, "blue"_L1, "purple"_L1}},
        FilterField{Note, Type::Text, "note"_L1},
        FilterField{Time, Type::Duration, "time"_L1},
        FilterField{At, Type::Duration, "at"_L1},
        FilterField{During, Type::Duration, "during"_L1},
        FilterField{Size, Type::Size, "size"_L1},
        FilterField{Kind,
                    Type::Choice,
                    "kind"_L1,
                    {"request"_L1, "notification"_L1, "result"_L1, "error"_L1, "batch"_L1, "malformed"_L1, "stderr"_L1,
                     "http"_L1, "stream"_L1, "event"_L1}},
        FilterField{Connection, Type::Integer, "connection"_L1},
    };
    return fields;
}

std::optional<QLatin1StringView> FilterField::choice(QStringView value) const
{
    static const QRegularExpression separator(u"[-_ ]"_s);
    QString spelled = value.toString().toLower().remove(separator);
    if (spelled == "canceled"_L1 || spelled == "canceling"_L1)
        spelled.replace("cancel"_L1, "cancell"_L1);
    const auto found = std::ranges::find(choices, spelled);
    return found == choices.end() ? std::nullopt : std::optional(*found);
}

const FilterField *FilterField::named(QStringView name)
{
    const auto found = std::ranges::find_if(
        all(), [name](const FilterField &field) { return name.compare(field.name, Qt::CaseInsensitive) == 0; });
    return found == all().end() ? nullptr : &*found;
}

const FilterField &FilterField::of(Id id)
{
    static const FilterField pointer{Id::Pointer, Type::Json, "/"_L1};
    const auto found = std::ranges::find(all(), id, &FilterField::id);
    return found == all().end() ? pointer : *found;
}

} // namespace Pullcord
