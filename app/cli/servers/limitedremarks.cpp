// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/servers/limitedremarks.h"

#include "app/cli/output.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

struct Row
{
    qint64 most; ///< maximum number of printed remarks
    const char *one;
    const char *many;
};

/// In the order of LimitedRemarks::Kind.
constexpr std::array Rows{
    Row{1, "The server wrote 1 more line that is not a message",
        "The server wrote %1 more lines that are not messages"},
    Row{10, "1 more message of the server violates JSON-RPC", "%1 more messages of the server violate JSON-RPC"},
    Row{10, "The server sent 1 more cancellation without effect",
        "The server sent %1 more cancellations without effect"},
    Row{10, "The server sent 1 more request of its own, which gets no response",
        "The server sent %1 more requests of its own, which get no response"},
    Row{10, "The server withdrew 1 more of its requests", "The server withdrew %1 more of its requests"},
    Row{10, "The server sent 1 more response without a request", "The server sent %1 more responses without a request"},
};

} // namespace

void LimitedRemarks::add(Kind kind, const QString &text)
{
    static_assert(Rows.size() == std::tuple_size_v<decltype(m_counts)>);
    Count &count = m_counts[size_t(kind)];
    if (count.printed == Rows[size_t(kind)].most) {
        ++count.left;
        return;
    }
    ++count.printed;
    Output::remark(text);
}

void LimitedRemarks::conclude()
{
    for (size_t kind = 0; kind < Rows.size(); ++kind) {
        const qint64 left = std::exchange(m_counts[kind].left, 0);
        if (left > 0)
            Output::remark(left == 1 ? QString::fromLatin1(Rows[kind].one)
                                     : QString::fromLatin1(Rows[kind].many).arg(left));
    }
}

} // namespace Pullcord
