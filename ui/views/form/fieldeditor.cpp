// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/form/fieldeditor.h"

#include "core/capture/formatting.h"
#include "core/json/jsontext.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/form/brancheseditor.h"
#include "ui/views/form/calmcombobox.h"
#include "ui/views/form/fielddescription.h"
#include "ui/views/form/formhost.h"
#include "ui/views/form/groupeditor.h"
#include "ui/views/form/listeditor.h"
#include "ui/views/form/texteditor.h"
#include "ui/views/messages/jsoneditor.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/icons.h"
#include "ui/views/widgets/fieldnote.h"

#include <QCalendarWidget>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidgetAction>

#include <limits>

namespace Pullcord {
using namespace Qt::StringLiterals;

/// Editor for one of several values, with entries for none and null where allowed.
class ChoiceEditor final : public FieldEditor
{
    Q_OBJECT

public:
    ChoiceEditor(FormHost &host, const FormField &field, QWidget *parent);
    ~ChoiceEditor() override;

    void fill(const JsonValue &value) override;
    [[nodiscard]] QWidget *control() const override;

private:
    QComboBox *m_list;
    int m_before = 0; ///< number of entries before the options
};

ChoiceEditor::ChoiceEditor(FormHost &host, const FormField &field, QWidget *parent)
    : FieldEditor(host, field, parent)
    , m_list(new CalmComboBox(this))
{
    name(m_list);
    AccessibleNames::name(m_list, m_list->accessibleName());
    if (!field.required)
        m_list->addItem(tr("(not set)"));
    m_before = m_list->count();
    for (const FormField::Option &option : field.options)
        m_list->addItem(option.label);
    if (field.nullable)
        m_list->addItem(u"null"_s);
    controlRow()->addWidget(m_list);
    connect(m_list, &QComboBox::activated, this, [this](int index) {
        const int option = index - m_before;
        if (option < 0)
            setValue({});
        else
            setValue(option < this->field().options.size() ? this->field().options.at(option).raw : "null"_ba);
    });
}

ChoiceEditor::~ChoiceEditor() = default;

QWidget *ChoiceEditor::control() const
{
    return m_list;
}

void ChoiceEditor::fill(const JsonValue &value)
{
    int index = -1;
    const int option = field().optionOf(value);
    if (!value.isValid())
        index = field().required ? -1 : 0;
    else if (option >= 0)
        index = option + m_before;
    else if (field().nullable && value.type() == JsonType::Null)
        index = m_list->count() - 1;
    // An invalid value is shown, too.
    const bool isOther = value.isValid() && index < 0;
    m_list->setPlaceholderText(isOther ? QString::fromUtf8(JsonText::compact(value.raw())).left(80) : QString());
    m_list->setCurrentIndex(index);
}

/// Editor for a value without a better field, as JSON. Invalid JSON cannot be sent: it makes the form broken.
class JsonFieldEditor final : public FieldEditor
{
    Q_OBJECT

public:
    JsonFieldEditor(FormHost &host, const FormField &field, QWidget *parent);
    ~JsonFieldEditor() override;

    void fill(const JsonValue &value) override;
    [[nodiscard]] QWidget *control() const override;

private:
    void takeText();

    JsonEditor *m_editor;
    QByteArray m_shown; ///< raw JSON
    bool m_filling = false;
};

JsonFieldEditor::JsonFieldEditor(FormHost &host, const FormField &field, QWidget *parent)
    : FieldEditor(host, field, parent)
    , m_editor(new JsonEditor(this))
{
    name(m_editor->edit());
    m_editor->setObjectOnly(false);
    m_editor->setMayBeEmpty(!field.required);
    m_editor->edit()->setPlaceholderText(field.hint);
    controlRow()->addWidget(m_editor);
    connect(m_editor, &JsonEditor::changed, this, &JsonFieldEditor::takeText);
    fitToLines(*m_editor->edit());
}

JsonFieldEditor::~JsonFieldEditor() = default;

QWidget *JsonFieldEditor::control() const
{
    return m_editor->edit();
}

void JsonFieldEditor::fill(const JsonValue &value)
{
    // Text being typed keeps its layout, and invalid text stays until the value changes.
    if (host().isSource(*this) || value.raw() == m_shown)
        return;
    m_shown = value.raw().toByteArray();
    m_filling = true;
    m_editor->setText(value.isValid() ? JsonText::indented(value.raw()) : QByteArray());
    m_filling = false;
    host().setBroken(*this, !m_editor->isGood() && value.isValid());
    fitToLines(*m_editor->edit());
}

void JsonFieldEditor::takeText()
{
    fitToLines(*m_editor->edit());
    if (m_filling)
        return;
    host().setBroken(*this, !m_editor->isGood());
    if (!m_editor->isGood())
        return;
    const QByteArray text = m_editor->text().trimmed();
    m_shown = text;
    setValue(text.isEmpty() ? std::nullopt : std::optional(text));
}

/// Editor for an array of some of several values: a list of check boxes.
class CheckListEditor final : public FieldEditor
{
    Q_OBJECT

public:
    CheckListEditor(FormHost &host, const FormField &field, QWidget *parent);
    ~CheckListEditor() override;

    void fill(const JsonValue &value) override;
    [[nodiscard]] QWidget *control() const override;

private:
    void takeChecks();

    QListWidget *m_list;
    QToolButton *m_null;
    QByteArray m_shown; ///< raw JSON
};

namespace {
constexpr int MostRows = 8; // more rows scroll
}

CheckListEditor::CheckListEditor(FormHost &host, const FormField &field, QWidget *parent)
    : FieldEditor(host, field, parent)
    , m_list(new QListWidget(this))
    , m_null(makeNullButton())
{
    name(m_list);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (const FormField::Option &option : field.options) {
        auto *item = new QListWidgetItem(option.label, m_list);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Unchecked);
    }
    m_list->setCurrentRow(0, QItemSelectionModel::NoUpdate);
    const int rows = qMin(int(field.options.size()), MostRows);
    m_list->setFixedHeight(rows * m_list->sizeHintForRow(0) + 2 * m_list->frameWidth());
    auto *row = new QHBoxLayout;
    row->setSpacing(2);
    row->addWidget(m_list, 1);
    row->addWidget(m_null, 0, Qt::AlignTop);
    controlRow()->addLayout(row);
    connect(m_list, &QListWidget::itemChanged, this, &CheckListEditor::takeChecks);
}

CheckListEditor::~CheckListEditor() = default;

QWidget *CheckListEditor::control() const
{
    return m_list;
}

void CheckListEditor::fill(const JsonValue &value)
{
    const QSignalBlocker quiet(m_list);
    QList<bool> checked(field().options.size(), false);
    if (value.isArray()) {
        for (const JsonMember &element : value) {
            if (const int option = field().optionOf(element.value); option >= 0)
                checked[option] = true;
        }
    }
    for (int i = 0; i < m_list->count(); ++i)
        m_list->item(i)->setCheckState(checked.at(i) ? Qt::Checked : Qt::Unchecked);
    m_null->setChecked(field().nullable && value.type() == JsonType::Null);
    m_shown = value.raw().toByteArray();
}

void CheckListEditor::takeChecks()
{
    QList<bool> checked;
    for (int i = 0; i < m_list->count(); ++i)
        checked << (m_list->item(i)->checkState() == Qt::Checked);
    const QByteArray array = field().checked(JsonValue(m_shown), checked);
    if (array == "[]" && !field().required)
        setValue({});
    else
        setValue(array);
}

/// Line editor for a number, or a text with a format. Dates have a calendar that writes into the line.
class LineEditor final : public FieldEditor
{
    Q_OBJECT

public:
    LineEditor(FormHost &host, const FormField &field, QWidget *parent);
    ~LineEditor() override;

    void fill(const JsonValue &value) override;
    [[nodiscard]] QWidget *control() const override;

private:
    [[nodiscard]] QToolButton *makeCalendarButton();
    void takeDate(const QDate &date);

    QLineEdit *m_line;
    FieldNote *m_cut; ///< note that the text is cut
    QToolButton *m_null;
};

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

FieldEditor *FieldEditor::make(FormHost &host, const FormField &field, QWidget *parent)
{
    switch (field.kind) {
    case FormField::Kind::Text:
        if (field.format == FormField::Format::Plain)
            return new TextEditor(host, field, parent);
        return new LineEditor(host, field, parent);
    case FormField::Kind::Integer:
    case FormField::Kind::Number:
        return new LineEditor(host, field, parent);
    case FormField::Kind::Choice:
        return new ChoiceEditor(host, field, parent);
    case FormField::Kind::CheckList:
        return new CheckListEditor(host, field, parent);
    case FormField::Kind::Group:
        return new GroupEditor(host, field, parent);
    case FormField::Kind::List:
        return new ListEditor(host, field, parent);
    case FormField::Kind::Branches:
        return new BranchesEditor(host, field, parent);
    case FormField::Kind::Json:
        break;
    }
    return new JsonFieldEditor(host, field, parent);
}

const FieldEditor *FieldEditor::around(const QWidget *widget)
{
    while (widget && !qobject_cast<const FieldEditor *>(widget))
        widget = widget->parentWidget();
    return static_cast<const FieldEditor *>(widget);
}

FieldEditor::FieldEditor(FormHost &host, const FormField &field, QWidget *parent)
    : QWidget(parent)
    , m_host(host)
    , m_field(field)
    , m_controlRow(new QVBoxLayout)
    , m_body(new QVBoxLayout)
    , m_note(new FieldNote(this))
{
    m_note->setObjectName(objectNameFor(u"note"_s));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(m_controlRow);
    if (!field.description.isEmpty())
        layout->addWidget(new FieldDescription(field.description, this));
    layout->addWidget(m_note);
    layout->addLayout(m_body);
}

FieldEditor::~FieldEditor()
{
    m_host.setBroken(*this, false);
}

QString FieldEditor::label(const FormField &field)
{
    const QString title = Formatting::visible(field.title);
    return field.required && !field.isExtra && !field.name.isEmpty() ? tr("%1 *", "a required field").arg(title)
                                                                     : title;
}

FieldEditor *FieldEditor::editorAt(const QByteArray &)
{
    return this;
}

void FieldEditor::begin()
{
    control()->setFocus();
}

int FieldEditor::indent(const QWidget &widget)
{
    return widget.style()->pixelMetric(QStyle::PM_CheckBoxLabelSpacing) * 2;
}

void FieldEditor::clearProblems()
{
    m_problems.clear();
    m_hasHintsOnly = true;
    m_note->say({});
}

void FieldEditor::addProblem(const QString &text, bool isHint)
{
    m_problems << text;
    m_hasHintsOnly = m_hasHintsOnly && isHint;
    m_note->say(m_problems.join(u'\n'), m_hasHintsOnly);
}

QString FieldEditor::objectNameFor(const QString &what) const
{
    return what + u'_' + QString::fromUtf8(m_field.pointer.mid(1));
}

void FieldEditor::name(QWidget *control) const
{
    control->setObjectName(objectNameFor(u"argument"_s));
    control->setAccessibleName(m_field.title.isEmpty() ? tr("Value") : m_field.title);
    AccessibleNames::setToolTip(control, m_field.description);
}

QToolButton *FieldEditor::makeButton(const QString &what, const QString &title)
{
    return makeButton(this, m_field.pointer, what, title);
}

QToolButton *FieldEditor::makeButton(QWidget *parent, const QByteArray &pointer, const QString &what,
                                     const QString &title)
{
    auto *button = new QToolButton(parent);
    button->setObjectName(what + u'_' + QString::fromUtf8(pointer.mid(1)));
    button->setAccessibleName(title);
    AccessibleNames::setToolTip(button, title);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

QToolButton *FieldEditor::makeNullButton()
{
    QToolButton *button = makeButton(u"null"_s, tr("Make %1 null").arg(m_field.title));
    button->setText(u"null"_s);
    button->setCheckable(true);
    button->setVisible(m_field.nullable);
    connect(button, &QToolButton::clicked, this, [this](bool checked) {
        if (checked)
            setValue("null");
        else
            setValue(m_field.required ? std::optional(m_host.schema().initial(m_field)) : std::nullopt);
    });
    return button;
}

void FieldEditor::setValue(const std::optional<QByteArray> &value)
{
    m_host.set(*this, m_field.pointer, value);
}

} // namespace Pullcord

#include "fieldeditor.moc"
