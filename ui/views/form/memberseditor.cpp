// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/form/memberseditor.h"

#include "ui/models/catalog/jsonedit.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/form/fieldeditor.h"
#include "ui/views/form/formhost.h"
#include "ui/views/style/accessiblenames.h"
#include "ui/views/style/icons.h"
#include "ui/views/widgets/plainlabel.h"

#include <QHBoxLayout>
#include <QLayout>
#include <QLineEdit>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>

namespace Pullcord {

using namespace Qt::StringLiterals;

/// Layout of a form: labels in one column, fields beside them. A label that leaves too little room is above its
/// field; fields without a label take the full width. Rows have the height that their field needs at its width. A
/// change in one row moves only the rows below.
///
/// Replaces QFormLayout, which reuses heights of other widths and takes missing room from other rows.
class FormRows final : public QLayout
{
    Q_OBJECT

public:
    FormRows();
    ~FormRows() override;

    /// Without a label, the field takes the full width.
    void addRow(QWidget *label, QWidget *field);
    /// Removes both widgets from the layout, hides them, and deletes them later, since one may be emitting.
    void retire(QWidget *field);

    void addItem(QLayoutItem *item) override;
    [[nodiscard]] int count() const override;
    [[nodiscard]] QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect &rect) override;
    void invalidate() override;

private:
    struct Row
    {
        std::unique_ptr<QLayoutItem> label; ///< null for a full-width row, or after takeAt()
        std::unique_ptr<QLayoutItem> field;

        [[nodiscard]] bool isShown() const { return field && !field->isEmpty(); }
    };
    [[nodiscard]] int labelWidth(int width) const;
    int layOut(const QRect &rect, bool places) const;
    [[nodiscard]] QSize sum(QSize (QLayoutItem::*size)() const) const;

    std::vector<Row> m_rows;
    mutable int m_knownWidth = -1;
    mutable int m_knownHeight = 0; ///< for m_knownWidth
};

namespace {

constexpr int BesideLabel = 6;
constexpr int LabelShare = 40; ///< maximum width of the labels, in percent

int heightOf(const QLayoutItem &item, int width)
{
    const int least = item.minimumSize().height();
    return qMax(least, item.hasHeightForWidth() ? item.heightForWidth(width) : item.sizeHint().height());
}

} // namespace

FormRows::FormRows()
{
    setContentsMargins(0, 0, 0, 0);
    setSpacing(BesideLabel);
}

FormRows::~FormRows() = default;

void FormRows::addRow(QWidget *label, QWidget *field)
{
    Row row;
    if (label) {
        addChildWidget(label);
        row.label = std::make_unique<QWidgetItemV2>(label);
    }
    addChildWidget(field);
    row.field = std::make_unique<QWidgetItemV2>(field);
    m_rows.push_back(std::move(row));
    invalidate();
}

void FormRows::retire(QWidget *field)
{
    const auto row =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const Row &each) { return each.field->widget() == field; });
    if (row == m_rows.end())
        return;
    for (const std::unique_ptr<QLayoutItem> &item : {std::cref(row->label), std::cref(row->field)}) {
        if (!item)
            continue;
        item->widget()->hide();
        item->widget()->deleteLater();
    }
    m_rows.erase(row);
    invalidate();
}

void FormRows::addItem(QLayoutItem *item)
{
    Row row;
    row.field.reset(item);
    m_rows.push_back(std::move(row));
    invalidate();
}

int FormRows::count() const
{
    int count = 0;
    for (const Row &row : m_rows)
        count += row.label ? 2 : 1;
    return count;
}

QLayoutItem *FormRows::itemAt(int index) const
{
    for (const Row &row : m_rows) {
        for (const QLayoutItem *item : {row.label.get(), row.field.get()}) {
            if (item && index-- == 0)
                return const_cast<QLayoutItem *>(item);
        }
    }
    return nullptr;
}

QLayoutItem *FormRows::takeAt(int index)
{
    for (auto row = m_rows.begin(); row != m_rows.end(); ++row) {
        if (row->label && index-- == 0)
            return row->label.release();
        if (index-- == 0) {
            QLayoutItem *item = row->field.release();
            m_rows.erase(row);
            return item;
        }
    }
    return nullptr;
}

/// Returns the width of the label column: the widest label that leaves enough room for the fields.
int FormRows::labelWidth(int width) const
{
    const int most = width * LabelShare / 100;
    int widest = 0;
    for (const Row &row : m_rows) {
        const int wanted = row.label && row.isShown() ? row.label->sizeHint().width() : 0;
        if (wanted <= most)
            widest = qMax(widest, wanted);
    }
    return widest;
}

/// Returns the total height; moves the widgets if `places`.
int FormRows::layOut(const QRect &rect, bool places) const
{
    const int beside = labelWidth(rect.width());
    const int left = rect.left() + (beside > 0 ? beside + BesideLabel : 0);
    const int least = rect.right() + 1 - left;
    int y = rect.top();
    for (const Row &row : m_rows) {
        if (!row.isShown())
            continue;
        QRect field(rect.left(), y, rect.width(), 0);
        if (row.label) {
            const QSize label = row.label->sizeHint();
            const bool fits = label.width() <= beside && row.field->minimumSize().width() <= least;
            if (fits)
                field.setLeft(left);
            else
                field.moveTop(y + label.height() + 2);
            // Aligned with the first line of the field, which may have several.
            const int lineHeight = qMin(label.height() * 7 / 4, heightOf(*row.field, field.width()));
            const int labelHeight = fits ? qMax(label.height(), lineHeight) : label.height();
            if (places)
                row.label->setGeometry({rect.left(), y, fits ? beside : rect.width(), labelHeight});
        }
        field.setHeight(heightOf(*row.field, field.width()));
        if (places)
            row.field->setGeometry(field);
        y = field.bottom() + 1 + spacing();
    }
    return qMax(0, y - spacing() - rect.top());
}

int FormRows::heightForWidth(int width) const
{
    if (width != m_knownWidth) {
        m_knownHeight = layOut({0, 0, width, 0}, false);
        m_knownWidth = width;
    }
    return m_knownHeight;
}

/// Adds up a size of all rows, as if every label stood beside its field.
QSize FormRows::sum(QSize (QLayoutItem::*size)() const) const
{
    QSize whole;
    int labels = 0;
    for (const Row &row : m_rows) {
        if (!row.isShown())
            continue;
        const QSize field = ((*row.field).*size)();
        const QSize label = row.label ? ((*row.label).*size)() : QSize(0, 0);
        labels = qMax(labels, label.width());
        whole.setWidth(qMax(whole.width(), field.width()));
        whole.rheight() += qMax(field.height(), label.height()) + (whole.height() > 0 ? spacing() : 0);
    }
    return whole + QSize(labels > 0 ? labels + BesideLabel : 0, 0);
}

QSize FormRows::sizeHint() const
{
    return sum(&QLayoutItem::sizeHint);
}

QSize FormRows::minimumSize() const
{
    QSize least;
    for (const Row &row : m_rows) {
        if (row.isShown())
            least = least.expandedTo(row.field->minimumSize());
    }
    return {least.width(), sum(&QLayoutItem::minimumSize).height()};
}

void FormRows::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    layOut(rect, true);
}

void FormRows::invalidate()
{
    m_knownWidth = -1;
    QLayout::invalidate();
}

MembersEditor::MembersEditor(FormHost &host, const FormField &group, QWidget *parent)
    : QWidget(parent)
    , m_host(host)
    , m_group(group)
    , m_fields(host.schema().members(group))
    , m_rows(new FormRows)
    , m_extraRows(new FormRows)
    , m_layout(new QVBoxLayout(this))
{
    const int indent = group.depth > 0 ? FieldEditor::indent(*this) : 0;
    m_layout->setContentsMargins(indent, 0, 0, 0);
    m_layout->setSpacing(6);
    m_layout->addLayout(m_rows);
    if (m_fields.size() > Page) {
        m_more = new QToolButton(this);
        m_more->setObjectName(objectNameFor(u"more"_s));
        m_more->setAutoRaise(true);
        m_more->setFocusPolicy(Qt::TabFocus);
        m_layout->addWidget(m_more);
        connect(m_more, &QToolButton::clicked, this, [this] {
            makeRows();
            fill(JsonValue(m_shown));
            emit m_host.rearranged();
        });
    }
    m_layout->addLayout(m_extraRows);
    if (FormSchema::canAddMembers(group))
        makeAdder();
    else if (m_fields.isEmpty())
        makeNothing();
    makeRows();
}

MembersEditor::~MembersEditor() = default;

QString MembersEditor::objectNameFor(const QString &what) const
{
    return what + u'_' + QString::fromUtf8(m_group.pointer.mid(1));
}

void MembersEditor::makeRows()
{
    const qsizetype end = qMin(m_fields.size(), qsizetype(m_editors.size()) + Page);
    for (auto at = qsizetype(m_editors.size()); at < end; ++at) {
        m_editors.push_back(FieldEditor::make(m_host, m_fields.at(at), this));
        addRow(*m_rows, m_editors.back());
    }
    if (m_more) {
        const qsizetype left = m_fields.size() - end;
        m_more->setVisible(left > 0);
        m_more->setText(tr("Show %1 more of %2")
                            .arg(QLocale().toString(qMin<qsizetype>(left, Page)), QLocale().toString(m_fields.size())));
        m_more->setAccessibleName(m_more->text());
    }
}

void MembersEditor::addRow(FormRows &layout, FieldEditor *editor, QWidget *row)
{
    QWidget *whole = row ? row : editor;
    if (editor->headerRow()) {
        layout.addRow(nullptr, whole);
        return;
    }
    auto *label = new PlainLabel(this);
    label->setText(Texts::noMnemonic(FieldEditor::label(editor->field())));
    label->setBuddy(editor->control());
    AccessibleNames::setToolTip(label, editor->field().description);
    layout.addRow(label, whole);
}

void MembersEditor::makeNothing()
{
    auto *nothing = new PlainLabel(tr("Nothing to fill in."), this);
    nothing->setWordWrap(true);
    nothing->setForegroundRole(QPalette::PlaceholderText);
    m_layout->addWidget(nothing);
}

void MembersEditor::makeAdder()
{
    m_name = new QLineEdit(this);
    m_name->setObjectName(objectNameFor(u"newMember"_s));
    m_name->setPlaceholderText(tr("name of another member"));
    m_name->setAccessibleName(m_group.title.isEmpty() ? tr("Name of a member to add")
                                                      : tr("Name of a member to add to %1").arg(m_group.title));
    auto *add = new QToolButton(this);
    add->setObjectName(objectNameFor(u"addMember"_s));
    add->setText(tr("Add"));
    add->setAccessibleName(tr("Add the member"));
    add->setFocusPolicy(Qt::TabFocus);
    add->setEnabled(false);
    auto *row = new QHBoxLayout;
    row->setSpacing(2);
    row->addWidget(m_name, 1);
    row->addWidget(add);
    m_layout->addLayout(row);
    connect(m_name, &QLineEdit::textChanged, add, [add](const QString &text) { add->setEnabled(!text.isEmpty()); });
    connect(m_name, &QLineEdit::returnPressed, this, &MembersEditor::addMember);
    connect(add, &QToolButton::clicked, this, &MembersEditor::addMember);
}

void MembersEditor::addMember()
{
    const QString wanted = m_name->text();
    const QByteArray pointer = JsonEdit::pointerTo(m_group.pointer, wanted.toUtf8());
    m_name->clear();
    if (!wanted.isEmpty() && !JsonValue(m_shown).member(wanted.toUtf8()).isValid()) {
        const auto named = std::find_if(m_fields.cbegin(), m_fields.cend(),
                                        [&](const FormField &field) { return field.name == wanted; });
        const FormSchema &schema = m_host.schema();
        const FormField field = named == m_fields.cend() ? schema.extraMember(m_group, wanted) : *named;
        m_host.set(*this, pointer, schema.initial(field));
    }
    if (FieldEditor *editor = editorAt(pointer))
        editor->begin();
}

void MembersEditor::begin()
{
    if (!m_editors.empty())
        m_editors.front()->control()->setFocus();
    else if (m_name)
        m_name->setFocus();
}

void MembersEditor::fill(const JsonValue &object)
{
    m_shown = object.raw().toByteArray(); // `object` may be a view of the old m_shown
    const JsonValue shown(m_shown);
    QHash<QByteArray, JsonValue> members;
    QByteArrayList order;
    if (shown.isObject()) {
        for (const JsonMember &member : shown) {
            order << JsonValue(member.rawKey).toUtf8();
            members.insert(order.last(), member.value);
        }
    }
    for (FieldEditor *editor : m_editors)
        editor->fill(members.value(editor->field().name.toUtf8()));
    fillExtras(members, order);
}

void MembersEditor::fillExtras(const QHash<QByteArray, JsonValue> &members, const QByteArrayList &order)
{
    QSet<QByteArray> known;
    for (const FormField &field : std::as_const(m_fields))
        known.insert(field.name.toUtf8());
    for (size_t i = m_extras.size(); i-- > 0;) {
        if (members.contains(m_extras[i].editor->field().name.toUtf8())) {
            known.insert(m_extras[i].editor->field().name.toUtf8());
            continue;
        }
        m_extraRows->retire(m_extras[i].row); // removes the row, which contains the pressed button
        m_extras.erase(m_extras.begin() + qsizetype(i));
    }
    for (const QByteArray &name : order) {
        if (known.contains(name) || m_extras.size() >= size_t(Page))
            continue; // visible in the JSON only
        known.insert(name);
        m_extras.push_back(makeExtra(QString::fromUtf8(name)));
    }
    for (const Extra &extra : m_extras)
        extra.editor->fill(members.value(extra.editor->field().name.toUtf8()));
}

MembersEditor::Extra MembersEditor::makeExtra(const QString &name)
{
    auto *row = new QWidget(this);
    FieldEditor *editor = FieldEditor::make(m_host, m_host.schema().extraMember(m_group, name), row);
    QToolButton *remove = FieldEditor::makeButton(row, editor->field().pointer, u"remove"_s, tr("Remove %1").arg(name));
    remove->setIcon(Icons::icon("x"));
    connect(remove, &QToolButton::clicked, this, [this, pointer = editor->field().pointer] {
        m_host.set(*this, pointer, {});
        if (m_name)
            m_name->setFocus();
    });
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(editor, 1);
    QHBoxLayout *header = editor->headerRow();
    (header ? header : layout)->addWidget(remove, 0, Qt::AlignTop);
    addRow(*m_extraRows, editor, row);
    return {editor, row};
}

FieldEditor *MembersEditor::editorAt(const QByteArray &pointer) const
{
    const auto find = [&](FieldEditor *editor) {
        const QByteArray &own = editor->field().pointer;
        return pointer.startsWith(own) && (pointer.size() == own.size() || pointer.at(own.size()) == '/');
    };
    for (FieldEditor *editor : m_editors) {
        if (find(editor))
            return editor->editorAt(pointer);
    }
    for (const Extra &extra : m_extras) {
        if (find(extra.editor))
            return extra.editor->editorAt(pointer);
    }
    return nullptr;
}

void MembersEditor::clearProblems()
{
    for (FieldEditor *editor : m_editors)
        editor->clearProblems();
    for (const Extra &extra : m_extras)
        extra.editor->clearProblems();
}

} // namespace Pullcord

#include "memberseditor.moc"
