// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/requests/timeoutbutton.h"

#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/icons.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/secondsbox.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QFrame>
#include <QLabel>
#include <QScreen>
#include <QSpinBox>
#include <QStyleOptionToolButton>
#include <QStylePainter>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

SecondsBox *makeSeconds(const QString &name, const QString &spoken, const QString &toolTip, QWidget *parent)
{
    auto *box = new SecondsBox(parent);
    box->setObjectName(name);
    box->setAccessibleName(spoken);
    AccessibleNames::setToolTip(box,
                                TimeoutButton::tr("%1. In seconds; you can also type 1500 ms or 3 min.").arg(toolTip));
    return box;
}

} // namespace

TimeoutButton::TimeoutButton(const QString &name, QWidget *parent)
    : FoldingButton(parent)
    , m_popup(new QFrame(this, Qt::Popup))
    , m_limit(makeSeconds(name + u"Timeout"_s, tr("Timeout"),
                          tr("Cancels a request that gets no response within this time"), m_popup))
    , m_extends(new QCheckBox(tr("&Progress resets the timeout"), m_popup))
    , m_cap(makeSeconds(name + u"TimeoutCap"_s, tr("At most"),
                        tr("Cancels a request after this time, whatever its progress"), m_popup))
{
    setObjectName(name + u"TimeoutButton"_s);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setIcon(Icons::icon("clock"));
    setFocusPolicy(Qt::StrongFocus);
    m_extends->setObjectName(name + u"TimeoutExtends"_s);
    makePopup(name);
    connect(this, &QToolButton::clicked, this, &TimeoutButton::open);
    setTimeouts({});
}

TimeoutButton::~TimeoutButton() = default;

void TimeoutButton::makePopup(const QString &name)
{
    m_popup->setObjectName(name + u"TimeoutPopup"_s);
    m_popup->setFrameShape(QFrame::StyledPanel);
    auto *form = new QFormLayout(m_popup);
    form->addRow(tr("&Timeout:"), m_limit);
    form->addRow(QString(), m_extends);
    form->addRow(tr("At &most:"), m_cap);
    for (QSpinBox *box : {m_limit, m_cap})
        connect(box, &QSpinBox::valueChanged, this, &TimeoutButton::describe);
    connect(m_extends, &QCheckBox::toggled, this, &TimeoutButton::describe);
}

QSize TimeoutButton::minimumSizeHint() const
{
    constexpr int LeastCharacters = 9; // and the icon
    const QSize whole = sizeHint();
    return {qMin(whole.width(), LeastCharacters * letterWidth(fontMetrics())), whole.height()};
}

void TimeoutButton::paintEvent(QPaintEvent *)
{
    QStyleOptionToolButton option;
    initStyleOption(&option);
    if (width() < sizeHint().width()) {
        const int around = sizeHint().width() - fontMetrics().horizontalAdvance(text());
        option.text = fontMetrics().elidedText(text(), Qt::ElideRight, width() - around);
    }
    QStylePainter(this).drawComplexControl(QStyle::CC_ToolButton, option);
}

void TimeoutButton::open()
{
    m_popup->adjustSize();
    const QRect room = screen()->availableGeometry();
    QPoint at = mapToGlobal(QPoint(0, height()));
    if (at.y() + m_popup->height() > room.bottom())
        at.setY(mapToGlobal(QPoint(0, 0)).y() - m_popup->height());
    at.setX(qBound(room.left(), at.x(), qMax(room.left(), room.right() - m_popup->width())));
    m_popup->move(at);
    m_popup->show();
    m_limit->setFocus(Qt::PopupFocusReason);
    m_limit->selectAll();
}

Timeouts TimeoutButton::timeouts() const
{
    return {.limit = std::chrono::seconds(m_limit->value()),
            .progressExtends = m_extends->isChecked(),
            .cap = std::chrono::seconds(m_cap->value())};
}

void TimeoutButton::setTimeouts(const Timeouts &timeouts)
{
    m_limit->setValue(int(qMin<qint64>(timeouts.limit.count(), m_limit->maximum())));
    m_extends->setChecked(timeouts.progressExtends);
    m_cap->setValue(int(qMin<qint64>(timeouts.cap.count(), m_cap->maximum())));
    describe();
}

void TimeoutButton::describe()
{
    const Timeouts now = timeouts();
    m_extends->setEnabled(now.limit.count() > 0);
    const QString limit = now.limit.count() == 0 ? QString()
                          : now.progressExtends
                              ? tr("%1 s", "a timeout").arg(now.limit.count())
                              : tr("%1 s, fixed", "a timeout that progress does not move").arg(now.limit.count());
    const QString cap = now.cap.count() == 0 ? QString() : tr("≤ %1 s", "a timeout").arg(now.cap.count());
    const QString both = limit.isEmpty() || cap.isEmpty() ? limit + cap : u"%1, %2"_s.arg(limit, cap);
    const QString shown = both.isEmpty() ? tr("none", "no timeout") : both;
    const QKeySequence kept = shortcut(); // setText() removes it
    setText(shown);
    setShortcut(kept);
    setAccessibleName(tr("Timeout: %1").arg(shown));
    AccessibleNames::setToolTip(
        this, tr("Timeout: %1. A request that gets no response within this time is cancelled.").arg(shown));
    emit changed();
}

} // namespace Pullcord
