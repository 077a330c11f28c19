// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/findings/findingview.h"

#include "core/capture/capture.h"
#include "core/capture/requestlog.h"
#include "ui/models/findings/findingtexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/requests/rowlinks.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/theme.h"
#include "ui/views/widgets/flowlayout.h"
#include "ui/views/widgets/panelbutton.h"
#include "ui/views/widgets/peerlabel.h"
#include "ui/views/widgets/plainlabel.h"

#include <QAction>
#include <QEvent>
#include <QToolButton>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

FindingView::FindingView(const QList<QAction *> &buttons, QWidget *parent)
    : QScrollArea(parent)
    , m_icon(new PlainLabel)
    , m_title(new PeerLabel)
    , m_sentence(new PeerLabel)
    , m_rule(new PeerLabel)
    , m_request(new RowLinks)
    , m_evidence(new RowLinks)
    , m_meaning(new RowLinks)
{
    setObjectName(u"findingView"_s);
    setAccessibleName(tr("The selected finding"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setObjectName(u"findingTitle"_s);
    m_sentence->setObjectName(u"findingSentence"_s);
    m_rule->setObjectName(u"findingRule"_s);
    m_request->setObjectName(u"findingRequest"_s);
    m_evidence->setObjectName(u"findingEvidence"_s);
    for (PeerLabel *label : {m_title, m_sentence, m_rule})
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->setSpacing(4);
    auto *head = new QHBoxLayout;
    head->addWidget(m_icon, 0, Qt::AlignTop);
    head->addWidget(m_title, 1);
    layout->addLayout(head);
    layout->addWidget(m_sentence);
    addTitled(*layout, tr("Evidence"), m_evidence);
    m_requestTitle = addTitled(*layout, tr("Request"), m_request);
    auto *buttonsLine = new QWidget;
    auto *line = new FlowLayout(buttonsLine);
    line->setContentsMargins(0, 2, 0, 0);
    for (QAction *action : buttons) {
        QToolButton *button = makePanelButton(action, buttonsLine);
        button->setAutoRaise(false);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        line->addWidget(button);
    }
    layout->addWidget(buttonsLine);
    addTitled(*layout, tr("The rule"), m_rule);
    m_meaning->setObjectName(u"findingMeaning"_s);
    layout->addWidget(m_meaning);
    layout->addStretch(1);
    setWidget(page);
    connect(m_request, &RowLinks::rowWanted, this, &FindingView::requestWanted);
    connect(m_meaning, &RowLinks::rowWanted, this, [this](qsizetype code) { emit meaningWanted(FindingCode(code)); });
    connect(m_evidence, &RowLinks::rowWanted, this, &FindingView::messageWanted);
}

FindingView::~FindingView() = default;

QLabel *FindingView::addTitled(QVBoxLayout &layout, const QString &title, QWidget *words)
{
    auto *label = new PlainLabel(title);
    label->setForegroundRole(QPalette::PlaceholderText);
    layout.addSpacing(4);
    layout.addWidget(label);
    layout.addWidget(words);
    return label;
}

void FindingView::setFinding(const Finding &finding, const Capture &capture, const RequestLog &log)
{
    m_severity = finding.severity;
    paintIcon();
    m_title->setText(Texts::codeAndTitle(finding.kind()));
    m_sentence->setText(tr("%1. %2", "what was seen, how grave it is")
                            .arg(Texts::translated(finding.sentence), aboutSeverity(finding)));
    m_rule->setText(u"%1\n%2"_s.arg(finding.kind().rule, finding.reference())); // the specification is English
    m_meaning->setLinks(u"<a href=\"%1\">%2</a>"_s.arg(QString::number(int(finding.code)), tr("Meaning and fix")));
    const bool hasRequest = finding.row != Finding::NoRow;
    m_requestTitle->setVisible(hasRequest);
    m_request->setLinks(hasRequest ? u"<a href=\"%1\">#%2 %3</a>"_s.arg(
                                         QString::number(finding.row), QString::number(finding.row + 1),
                                         Texts::breakable(Texts::request(log.record(finding.row))).toHtmlEscaped())
                                   : QString());
    m_evidence->setLinks(Texts::evidenceLinks(finding, capture));
}

QString FindingView::aboutSeverity(const Finding &finding)
{
    if (finding.raced)
        return tr("They crossed on the wire, so neither side is at fault.");
    switch (finding.severity) {
    case FindingSeverity::Info:
        return tr("Allowed, but worth knowing.");
    case FindingSeverity::Warning:
        return tr("Violates a SHOULD of the protocol.");
    case FindingSeverity::Error:
        break;
    }
    return tr("Violates a MUST of the protocol.");
}

void FindingView::paintIcon()
{
    const StateLook look = lookOf(m_severity, Theme::of(palette()));
    m_icon->setPixmap(Icons::pixmap(look.icon, look.color, m_title->fontMetrics().height(), devicePixelRatioF()));
    m_icon->setAccessibleName(Texts::severity(m_severity));
}

void FindingView::changeEvent(QEvent *event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        paintIcon();
}

} // namespace Pullcord
