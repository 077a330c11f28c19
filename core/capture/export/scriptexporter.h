// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/curlscript.h"
#include "core/capture/export/exporter.h"

namespace Pullcord {

struct Event;

/// Exports the client's side of the conversation as a script for plain sh, with curl for a server behind a URL. It
/// sends the same messages byte for byte, in the same order and with the same pauses (at most Clock::LongestPause),
/// cancels at the same places, and prints the responses. A comment marks what it cannot repeat. The handshake is
/// included even if it was not selected. Secrets, which a capture does not hold, come from variables, or stay as `***`.
///
/// Not repeated: responses to server requests other than the recorded ones; HTTP+SSE, whose URL contains a secret.
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

    std::vector<qsizetype> m_events; ///< openings and messages of the client; unused if everything is selected
    ShellText::Clock m_clock;
    CurlScript m_curl;
    bool m_isOpen = false; ///< the part for a stdio server is open
    bool m_isHttp = false;
};

} // namespace Pullcord
