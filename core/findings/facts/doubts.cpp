// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/facts/doubts.h"

#include "core/capture/capture.h"
#include "core/capture/export/redaction/redactioncounts.h"
#include "core/secrets/secrets.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

Doubts::Doubts(const Capture &capture)
    : hasTimes(capture.hasTimes())
    , resolution(capture.resolution())
    , hasGuessedDirections(capture.hasGuessedDirections())
    , isExcerpt(capture.header().isExcerpt())
    , isImported(capture.header().others.contains("imported"_L1))
    , isRedacted(RedactionCounts::isNotedIn(capture.header()))
    , m_capture(capture)
{}

Finding Doubts::withoutTimes(Finding finding) const
{
    if (!finding.gap || (hasTimes && *finding.gap >= resolution))
        return finding;
    finding.gap.reset();
    finding.sentence = TranslatableText::of(finding.kind().title);
    return finding;
}

Finding Doubts::ifGuessed(Finding finding) const
{
    const bool isGuess = hasGuessedDirections && finding.severity > FindingSeverity::Info &&
                         std::any_of(finding.events.begin(), finding.events.end(), [this](qint64 index) {
                             return m_capture.eventAt(index).details.contains("way"_L1);
                         });
    if (!isGuess)
        return finding;
    finding.severity = FindingSeverity::Info;
    finding.sentence = TranslatableText::of(
        QT_TRANSLATE_NOOP("TranslatableText", "%1; but the file does not give the direction of these messages"),
        finding.sentence);
    return finding;
}

bool Doubts::isMasked(QByteArrayView json) const
{
    return isRedacted && json.contains(QByteArrayView(Secrets::Mask.data(), Secrets::Mask.size()));
}

} // namespace Pullcord
