// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/form/lineeditor.h"

#include "ui/models/untrustedtext.h"
#include "ui/views/form/formhost.h"
#include "ui/views/form/texteditor.h"
#include "ui/views/style/icons.h"
#include "ui/views/widgets/fieldnote.h"

#include <QCalendarWidget>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidgetAction>

#include <limits>

namespace Pullcord {
using namespace Qt::StringLiterals;

LineEditor::LineEditor(FormHost &host, const FormField &field, QWidget *parent)
    : FieldEditor(host, field, parent)
    , m_line(new QLineEdit(this))
    , m_cut(new FieldNote(this))
    , m_null(makeNullButton())
{
    name(m_line);
    m_line->setPlaceholderText(field.hint);
    m_line->setMaxLength(std::numeric_limits<int>::max()); // the default would cut long values
    auto *row = new QHBoxLayout;
    row->setSpacing(2);
    row->addWidget(m_line, 1);
    if (field.format == FormField::Format::Date || field.format == FormField::Format::DateTime)
        row->addWidget(makeCalendarButton());
    row->addWidget(m_null);
    controlRow()->addLayout(row);
    controlRow()->addWidget(m_cut);
    connect(m_line, &QLineEdit::textEdited, this,
            [this](const QString &text) { setValue(this->field().toJson(text)); });
}

LineEditor::~LineEditor() = default;

QWidget *LineEditor::control() const
{
    return m_line;
}

void LineEditor::fill(const JsonValue &value)
{
    const bool isNull = field().nullable && value.type() == JsonType::Null;
    m_null->setChecked(isNull);
    m_line->setPlaceholderText(isNull ? u"null"_s : field().hint);
    // Text being typed is not overwritten: "1." on the way to "1.5" is not a number yet.
    if (host().isSource(*this) && !isNull)
        return;
    const QString text = isNull ? QString() : FormField::toText(value);
    const bool isCut = text.size() > TextEditor::MostEdited;
    m_line->setText(isCut ? Texts::head(text) : text);
    m_line->setReadOnly(isCut);
    m_cut->say(isCut ? TextEditor::cutRemark() : QString(), true);
}

QToolButton *LineEditor::makeCalendarButton()
{
    QToolButton *button = makeButton(u"calendar"_s, tr("Choose a date for %1").arg(field().title));
    button->setIcon(Icons::icon("clock"));
    button->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(button);
    auto *calendar = new QCalendarWidget(menu);
    calendar->setObjectName(objectNameFor(u"dates"_s));
    calendar->setGridVisible(false);
    auto *action = new QWidgetAction(menu);
    action->setDefaultWidget(calendar);
    menu->addAction(action);
    button->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, calendar, [this, calendar] {
        const QDate shown = QDate::fromString(m_line->text().left(10), Qt::ISODate);
        calendar->setSelectedDate(shown.isValid() ? shown : QDate::currentDate());
        calendar->setFocus();
    });
    const auto take = [this, menu](const QDate &date) {
        menu->hide();
        takeDate(date);
    };
    connect(calendar, &QCalendarWidget::clicked, this, take);
    connect(calendar, &QCalendarWidget::activated, this, take);
    return button;
}

void LineEditor::takeDate(const QDate &date)
{
    QString text = date.toString(Qt::ISODate);
    if (field().format == FormField::Format::DateTime) {
        const QString time = m_line->text().mid(10);
        text += time.isEmpty() ? u"T00:00:00Z"_s : time;
    }
    m_line->setText(text);
    setValue(field().toJson(text));
    m_line->setFocus();
}

} // namespace Pullcord
