// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/files/checkfilescommand.h"

#include "app/cli/checkreport.h"
#include "app/cli/optionvalues.h"
#include "app/cli/output.h"
#include "app/cli/texttable.h"
#include "core/findings/gateway/gatewayfindings.h"
#include "core/json/jsontext.h"

using namespace Qt::StringLiterals;

namespace Pullcord {

void CheckFilesCommand::prepare(size_t number)
{
    Conversation &its = conversation(number);
    m_findings.push_back(std::make_unique<Findings>(its.capture(), its.log()));
}

bool CheckFilesCommand::canSkip(const Error &error)
{
    if (m_unreadable)
        Output::remark(Output::printable(m_unreadable->detail));
    m_unreadable = error;
    return true;
}

void CheckFilesCommand::list() const
{
    if (options().json) {
        for (const FindingKind &kind : FindingKind::all()) {
            QByteArray json = JsonText::withMember({}, "code", JsonText::quoted(QStringView(QString(kind.name))));
            JsonText::setMember(json, "severity", JsonText::quoted(QStringView(QString(nameOf(kind.severity)))));
            JsonText::setMember(json, "title", JsonText::quoted(QByteArrayView(kind.title)));
            JsonText::setMember(json, "rule", JsonText::quoted(QStringView(QString(kind.rule))));
            Output::resultBytes(json);
        }
        return;
    }
    TextTable table({{u"code"_s}, {u"usually"_s}, {u"what"_s}, {u"section"_s}});
    for (const FindingKind &kind : FindingKind::all())
        table.add({kind.name, nameOf(kind.severity), QString::fromUtf8(kind.title),
                   kind.legacySection.isEmpty() ? u"JSON-RPC 2.0"_s : QString(kind.legacySection)});
    Output::result(table.lines().join(u'\n'));
}

void CheckFilesCommand::work()
{
    if (options().checking.lists) {
        list();
        end(ExitOk);
        return;
    }
    if (m_unreadable && (m_findings.empty() || options().checking.hasBehind))
        return end(*m_unreadable);
    CheckReport report(options().checking);
    if (const Outcome read = report.readBaseline(); !read)
        return end(read);
    for (size_t number = 0; number < m_findings.size(); ++number) {
        const Conversation &its = conversation(number);
        if (!its.capture().isGrowing())
            m_findings[number]->finish();
        m_findings[number]->continueChecking(Findings::AllAtOnce);
        report.add(options().files.at(qsizetype(number)), its.capture(), its.log(), *m_findings[number]);
    }
    if (options().checking.hasBehind) {
        const Hop front{conversation(0).capture(), conversation(0).log()};
        const Hop behind{conversation(1).capture(), conversation(1).log()};
        for (const qsizetype number : {0, 1}) {
            if (!conversation(size_t(number)).capture().hasTimes())
                return end(
                    usage(u"--behind: %1 does not give the time of each message"_s.arg(options().files.at(number))));
        }
        report.addGateway(gatewayFindings(front, behind));
    }
    const Result<int> code = report.print();
    if (!code)
        end(code.error());
    else if (m_unreadable)
        end(*m_unreadable);
    else
        end(*code);
}

} // namespace Pullcord
