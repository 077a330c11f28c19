// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/content/contentnote.h"

#include "ui/models/untrustedtext.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/theme.h"
#include "ui/views/widgets/peerlabel.h"
#include "ui/views/widgets/plainlabel.h"

#include <QEvent>
#include <QHBoxLayout>

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

struct Look
{
    const char *icon;
    QColor color;
    QColor back;
};

Look lookOf(ContentNote::Kind kind, const QPalette &palette)
{
    const Theme &theme = Theme::of(palette);
    switch (kind) {
    case ContentNote::Kind::Good:
        return {"circle-check", theme.success, palette.color(QPalette::Window)};
    case ContentNote::Kind::Warning:
        return {"triangle-alert", theme.warning, theme.warningBack};
    case ContentNote::Kind::Bad:
        return {"circle-x", theme.failure, theme.failureBack};
    case ContentNote::Kind::Info:
        break;
    }
    return {"info", theme.active, theme.infoBack};
}

} // namespace

ContentNote::ContentNote(Kind kind, const QString &text, QWidget *parent)
    : QFrame(parent)
    , m_kind(kind)
    , m_icon(new PlainLabel(this))
    , m_text(new PeerLabel(Texts::head(text), this))
{
    setAutoFillBackground(true);
    m_text->setObjectName(u"contentNoteText"_s);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->addWidget(m_icon, 0, Qt::AlignTop);
    layout->addWidget(m_text, 1);
    color();
}

ContentNote::~ContentNote() = default;

void ContentNote::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        color();
}

void ContentNote::color()
{
    QPalette colors = Theme::paletteFor(*this);
    const Look look = lookOf(m_kind, colors);
    m_icon->setPixmap(Icons::pixmap(look.icon, look.color, fontMetrics().height(), devicePixelRatioF()));
    colors.setColor(QPalette::Window, look.back);
    setPalette(colors);
}

} // namespace Pullcord
