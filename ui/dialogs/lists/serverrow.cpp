// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/lists/serverrow.h"

#include "core/capture/formatting.h"
#include "ui/models/servertexts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/widgets/plainlabel.h"

#include <QCheckBox>
#include <QFontDatabase>
#include <QResizeEvent>
#include <QStyle>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

ServerRow::ServerRow(const ImportedServer &server, const ServerTarget &shown, const QStringList &remarks,
                     QWidget *parent)
    : QWidget(parent)
    , m_server(server)
    , m_check(new QCheckBox(this))
    , m_texts(new QVBoxLayout)
{
    const bool usable = server.isUsable();
    const QString name = server.target.name.isEmpty() && usable ? server.target.title() : server.target.name;
    m_name = Formatting::visible(name);
    m_check->setText(Texts::noMnemonic(m_name));
    m_check->setObjectName(u"importCheck"_s);
    m_check->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // a long name is elided
    m_check->setAccessibleName(m_name);
    AccessibleNames::setToolTip(m_check, m_name);
    m_check->setEnabled(usable);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, fontMetrics().height() / 2);
    layout->setSpacing(2);
    layout->addWidget(m_check);
    layout->addLayout(m_texts);
    const int indent =
        style()->pixelMetric(QStyle::PM_IndicatorWidth) + style()->pixelMetric(QStyle::PM_CheckBoxLabelSpacing);
    m_texts->setContentsMargins(indent, 0, 0, 0);
    m_texts->setSpacing(2);

    if (usable) {
        auto *address = new PlainLabel(ServerTexts::address(shown), this);
        address->setObjectName(u"importAddress"_s);
        address->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
        address->setWordWrap(true); // an unbreakable word makes the list scroll, so that nothing is cut
        address->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_texts->addWidget(address);
        const QStringList circumstances = ServerTexts::circumstances(shown);
        for (const QString &line : circumstances)
            addText(line, false);
    }
    if (!server.project.isEmpty())
        addText(tr("For the project: %1").arg(Formatting::visible(server.project)), false);
    for (const QString &remark : remarks)
        addText(remark, true);
    if (server.disabled)
        addText(tr("Disabled in the configuration."), true);
    for (const ImportRemark &remark : server.remarks)
        addText(ServerTexts::sentence(remark), true);
    connect(m_check, &QCheckBox::toggled, this, &ServerRow::toggled);
}

ServerRow::~ServerRow() = default;

void ServerRow::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const int beside = 2 * m_texts->contentsMargins().left();
    QString elided = fontMetrics().elidedText(m_name, Qt::ElideMiddle, qMax(0, event->size().width() - beside));
    m_check->setText(Texts::noMnemonic(elided));
}

bool ServerRow::isChosen() const
{
    return m_check->isChecked();
}

void ServerRow::setChosen(bool isChosen)
{
    m_check->setChecked(isChosen);
}

void ServerRow::addText(const QString &text, bool isRemark)
{
    auto *label = new PlainLabel(isRemark ? u"• "_s + text : text, this);
    label->setObjectName(isRemark ? u"importRemark"_s : u"importFact"_s);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_texts->addWidget(label);
    const QString before = m_check->accessibleDescription();
    m_check->setAccessibleDescription(before.isEmpty() ? text : before + u' ' + text);
}

} // namespace Pullcord
