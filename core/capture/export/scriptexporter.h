// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exporter.h"

#include <QJsonObject>

#include <map>
#include <optional>

namespace Pullcord {

struct Event;

/// The client's side of the conversation as a script that anybody can run: plain sh, and curl for a server behind a URL. It
/// sends the same messages with the same pauses (none longer than LongestPause), cancels as it was cancelled then, and
/// prints what the server answers. The handshake is there also where it was not selected. What a capture does not hold, since
/// it is secret, is taken from variables, or left as `***`.
///
/// Not repeated: what the client would have answered to other questions than those of then; HTTP+SSE, whose address holds a
/// secret.
class ScriptExporter final : public Exporter
{
public:
    static constexpr double LongestPause = 10; ///< seconds

    explicit ScriptExporter(ExportSource from);

private:
    using Exchange = std::pair<quint32, int>; ///< connection and number

    [[nodiscard]] QByteArray head() const override;
    [[nodiscard]] qsizetype pieceCount() const override
    {
        return selection().isEverything() ? selection().count() : qsizetype(m_events.size());
    }
    [[nodiscard]] QByteArray piece(qsizetype number) override;
    [[nodiscard]] QByteArray tail() override;

    void choose();
    void takeStep(const Event &event);
    [[nodiscard]] double patience(qsizetype index) const;
    [[nodiscard]] QByteArray opening(const Event &event);
    [[nodiscard]] QByteArray pause(const Event &event);
    [[nodiscard]] QByteArray posted(const Event &event, const QByteArray &message, double patience);
    [[nodiscard]] QByteArray closing();

    std::vector<qsizetype> m_events; ///< openings and what the client sent; unused where everything is selected
    std::map<Exchange, QJsonObject> m_requests; ///< of HTTP, of those exchanges that go on
    std::optional<qint64> m_last;               ///< when something was sent last
    bool m_isOpen = false;                      ///< a part for a server on stdio
    bool m_isHttp = false;
};

} // namespace Pullcord
