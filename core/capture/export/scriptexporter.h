// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/curlscript.h"
#include "core/capture/export/exporter.h"

namespace Pullcord {

struct Event;

/// The client's side of the conversation as a script that anybody can run: plain sh, and curl for a server behind a URL. It
/// sends the same messages, byte for byte, in the same order and with the same pauses (none longer than Clock::LongestPause), cancels
/// as it was cancelled then, and prints what the server answers. A comment tells where it cannot. The handshake is there also where it was not selected. What a capture does not hold, since
/// it is secret, is taken from variables, or left as `***`.
///
/// Not repeated: what the client would have answered to other questions than those of then; HTTP+SSE, whose address holds a
/// secret.
class ScriptExporter final : public Exporter
{
public:
    explicit ScriptExporter(ExportSource from);

private:
    [[nodiscard]] QByteArray head() const override;
    [[nodiscard]] qsizetype pieceCount() const override
    {
        return selection().isEverything() ? selection().count() : qsizetype(m_events.size());
    }
    [[nodiscard]] QByteArray piece(qsizetype number) override;
    [[nodiscard]] QByteArray tail() override;

    void choose();
    [[nodiscard]] QByteArray opening(const Event &event);
    [[nodiscard]] QByteArray pause(const Event &event);
    [[nodiscard]] QByteArray posted(const Event &event, qsizetype index);
    [[nodiscard]] QByteArray written(const Event &event);
    [[nodiscard]] QByteArray closing();

    std::vector<qsizetype> m_events; ///< openings and what the client sent; unused where everything is selected
    ShellText::Clock m_clock;
    CurlScript m_curl;
    bool m_isOpen = false; ///< a part for a server on stdio
    bool m_isHttp = false;
};

} // namespace Pullcord
