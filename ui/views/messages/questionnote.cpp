// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/messages/questionnote.h"

#include "ui/models/untrustedtext.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"

#include <QEvent>
#include <QLocale>
#include <QStyle>
#include <QStyleOptionToolButton>
#include <QtMath>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {
constexpr int LeastCharacters = 4;
constexpr qsizetype MostMeasured = 500;
} // namespace

QuestionNote::QuestionNote(QWidget &gives, QWidget *parent)
    : QToolButton(parent)
    , m_gives(gives)
{
    setObjectName(u"questionNote"_s);
    setIcon(Icons::icon("bell"));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setFocusPolicy(Qt::TabFocus);
    paintAttention();
    hide();
}

QuestionNote::~QuestionNote() = default;

void QuestionNote::say(const QString &text, qsizetype questions)
{
    m_said = text;
    m_shown = Texts::inOneLine(Texts::head(text, MostMeasured));
    if (questions > 1)
        m_shown = u"%1: %2"_s.arg(QLocale().toString(questions), m_shown);
    AccessibleNames::setToolTip(this, text);
    setAccessibleName(Texts::head(text));
    updateGeometry();
    present();
    m_gives.setVisible(text.isEmpty());
    setHidden(text.isEmpty());
}

QSize QuestionNote::sizeFor(int textWidth) const
{
    QStyleOptionToolButton option;
    initStyleOption(&option);
    const int space = 2 * letterWidth(fontMetrics());
    const QSize content(option.iconSize.width() + 4 + textWidth + space,
                        qMax(option.iconSize.height(), fontMetrics().height()));
    return style()->sizeFromContents(QStyle::CT_ToolButton, &option, content, this);
}

QSize QuestionNote::sizeHint() const
{
    return sizeFor(qCeil(QFontMetricsF(font()).horizontalAdvance(m_shown))); // one pixel less would elide two letters
}

QSize QuestionNote::minimumSizeHint() const
{
    return {LeastCharacters * letterWidth(fontMetrics()), sizeFor(0).height()};
}

void QuestionNote::resizeEvent(QResizeEvent *event)
{
    QToolButton::resizeEvent(event);
    present();
}

void QuestionNote::present()
{
    const int room = width() - sizeFor(0).width();
    const QString shown = fontMetrics().elidedText(m_shown, Qt::ElideRight, qMax(0, room));
    setText(Texts::noMnemonic(shown));
}

void QuestionNote::changeEvent(QEvent *event)
{
    QToolButton::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        paintAttention();
}

void QuestionNote::paintAttention()
{
    QPalette colors = palette();
    colors.setColor(QPalette::Button, Theme::of(colors).warningBack);
    colors.setColor(QPalette::ButtonText, colors.color(QPalette::Text));
    setPalette(colors);
}

} // namespace Pullcord
