// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/guide.h"

#include "ui/models/findings/findingtexts.h"

#include <QFile>
#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

struct Topic
{
    QLatin1StringView objectName;
    QLatin1StringView page;
};

constexpr std::array Topics{
    Topic{"startPage"_L1, "first-minute"_L1},
    Topic{"runningProxies"_L1, "proxy"_L1},
    Topic{"waitingButton"_L1, "proxy"_L1},
    Topic{"errorDialog"_L1, "proxy"_L1},
    Topic{"rulesBanner"_L1, "rules"_L1},
    Topic{"heldDialog"_L1, "rules"_L1},
    Topic{"catalogPanel"_L1, "calling"_L1},
    Topic{"callTimeoutButton"_L1, "timeouts"_L1},
    Topic{"serverPanel"_L1, "calling"_L1},
    Topic{"requestFilter"_L1, "filters"_L1},
    Topic{"messageFilter"_L1, "filters"_L1},
    Topic{"reason"_L1, "cancelling"_L1},
    Topic{"pinnedRequests"_L1, "marking"_L1},
    Topic{"pinnedMessages"_L1, "marking"_L1},
    Topic{"note"_L1, "marking"_L1},
    Topic{"colorRules"_L1, "marking"_L1},
    Topic{"requestNoise"_L1, "messages"_L1},
    Topic{"messageNoise"_L1, "messages"_L1},
    Topic{"requestsPanel"_L1, "requests"_L1},
    Topic{"messagesPanel"_L1, "messages"_L1},
    Topic{"serverLogPanel"_L1, "server-log"_L1},
    Topic{"stderrPanel"_L1, "server-log"_L1},
    Topic{"timelinePanel"_L1, "timeline"_L1},
    Topic{"statisticsPanel"_L1, "statistics"_L1},
    Topic{"findingsPanel"_L1, "findings"_L1},
    Topic{"lowerTabs"_L1, "messages"_L1},
    Topic{"detailsPanel"_L1, "details"_L1},
    Topic{"connectDialog"_L1, "connecting"_L1},
    Topic{"confirmDialog"_L1, "connecting"_L1},
    Topic{"networkDialog"_L1, "connecting"_L1},
    Topic{"valuesDialog"_L1, "connecting"_L1},
    Topic{"importDialog"_L1, "connecting"_L1},
    Topic{"watchDialog"_L1, "proxy"_L1},
    Topic{"exportDialog"_L1, "captures"_L1},
    Topic{"followDialog"_L1, "captures"_L1},
    Topic{"hostLogMenu"_L1, "logs"_L1},
    Topic{"exportServersDialog"_L1, "connecting"_L1},
    Topic{"preferencesDialog"_L1, "settings"_L1},
    Topic{"answerDialog"_L1, "answering"_L1},
    Topic{"answeringDialog"_L1, "answering"_L1},
    Topic{"tasksDialog"_L1, "tasks"_L1},
    Topic{"labWindow"_L1, "lab"_L1},
    Topic{"doctorWindow"_L1, "doctor"_L1},
    Topic{"sendDialog"_L1, "sending"_L1},
    Topic{"compareWindow"_L1, "comparing"_L1},
    Topic{"tabStrip"_L1, "tabs"_L1},
    Topic{"closeDialog"_L1, "tabs"_L1},
    Topic{"commandPalette"_L1, "keyboard"_L1},
    Topic{"tourCallout"_L1, "first-minute"_L1},
};

QString titleOf(const QString &text)
{
    const QString first = text.section(u'\n', 0, 0);
    return first.startsWith("# "_L1) ? first.mid(2).trimmed() : first;
}

/// Returns the rule in English, the language of the specification.
QString ruleOf(const FindingKind &kind)
{
    const QString rule = QString(kind.rule).replace(u'<', u"\\<"_s); // escapes HTML
    if (kind.legacySection.isEmpty())
        return u"%1 (JSON-RPC 2.0)"_s.arg(rule);
    if (kind.legacySection == kind.modernSection)
        return u"%1 (`%2`)"_s.arg(rule, kind.legacySection);
    return u"%1 (`%2`; 2026-07-28 `%3`)"_s.arg(rule, kind.legacySection, kind.modernSection);
}

} // namespace

Guide::Guide(const QString &language)
    : m_language(language)
{
    add(u"index"_s, {});
    if (m_pages.isEmpty())
        return;
    static const QRegularExpression link(u"^- \\[.*\\]\\(([a-z-]+)\\.md\\)$"_s);
    QString section;
    const QStringList lines = m_pages.constFirst().text.split(u'\n');
    for (const QString &line : lines) {
        if (line.startsWith("## "_L1))
            section = line.mid(3).trimmed();
        else if (const auto match = link.match(line); match.hasMatch())
            add(match.captured(1), section);
    }
}

QString Guide::fileOf(const QString &path, const QString &language)
{
    const QString translated = u"%1/%2/%3"_s.arg(QLatin1StringView(Folder), language, path);
    return QFile::exists(translated) ? translated : u"%1/%2"_s.arg(QLatin1StringView(Folder), path);
}

QString Guide::headingOf(FindingCode code)
{
    return Texts::codeAndTitle(FindingKind::of(code));
}

QString Guide::textOf(const QString &path, const QString &language)
{
    QFile file(fileOf(path, language));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    static const QRegularExpression heading(u"^### ([A-Z][0-9]{1,2})$"_s);
    QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n');
    for (QString &line : lines) {
        const auto match = heading.match(line);
        if (!match.hasMatch())
            continue;
        if (const auto code = FindingKind::codeFromName(match.captured(1)))
            line = u"### %1\n\n> %2"_s.arg(headingOf(*code), ruleOf(FindingKind::of(*code)));
    }
    return lines.join(u'\n');
}

void Guide::add(const QString &name, const QString &section)
{
    const QString text = textOf(name + u".md"_s, m_language);
    if (text.isEmpty())
        return;
    m_pages.append({name, titleOf(text), section, text});
}

qsizetype Guide::indexOf(QStringView name) const
{
    const auto found =
        std::find_if(m_pages.begin(), m_pages.end(), [&](const Page &page) { return page.name == name; });
    return found == m_pages.end() ? -1 : found - m_pages.begin();
}

QList<Guide::Hit> Guide::find(const QString &words) const
{
    const QStringList wanted = words.simplified().split(u' ', Qt::SkipEmptyParts);
    QList<Hit> hits;
    if (wanted.isEmpty())
        return hits;
    const auto inTitle = [&](const Page &page) {
        return std::any_of(wanted.begin(), wanted.end(),
                           [&](const QString &word) { return page.title.contains(word, Qt::CaseInsensitive); });
    };
    for (qsizetype i = 1; i < m_pages.size(); ++i) { // skips the contents, which mention everything
        int count = 0;
        for (const QString &word : wanted) {
            const auto times = int(m_pages.at(i).text.count(word, Qt::CaseInsensitive));
            if (times == 0) {
                count = 0;
                break;
            }
            count += times;
        }
        if (count > 0)
            hits.append({i, count});
    }
    std::stable_partition(hits.begin(), hits.end(), [&](const Hit &hit) { return inTitle(m_pages.at(hit.page)); });
    return hits;
}

QString Guide::pageAbout(QStringView objectName)
{
    const auto found =
        std::find_if(Topics.begin(), Topics.end(), [&](const Topic &topic) { return objectName == topic.objectName; });
    return found == Topics.end() ? QString() : QString(found->page);
}

} // namespace Pullcord
