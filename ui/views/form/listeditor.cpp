// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/form/listeditor.h"

#include "ui/models/catalog/jsonedit.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/form/fieldheader.h"
#include "ui/views/form/formhost.h"
#include "ui/views/style/icons.h"
#include "ui/views/widgets/plainlabel.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

ListEditor::ListEditor(FormHost &host, const FormField &field, QWidget *parent)
    : FieldEditor(host, field, parent)
    , m_header(new FieldHeader(label(field), field.description, this))
    , m_null(makeNullButton())
    , m_add(makeButton(u"add"_s, tr("Add an element to %1").arg(field.title)))
    , m_clear(makeButton(u"remove"_s, tr("Omit %1").arg(field.title)))
    , m_list(new QWidget(this))
    , m_more(makeButton(u"more"_s, tr("Show more elements")))
{
    makeHeader();
    auto *rows = new QVBoxLayout(m_list);
    rows->setContentsMargins(indent(*this), 0, 0, 0);
    rows->setSpacing(4);
    m_more->setText(tr("Show more"));
    rows->addWidget(m_more, 0, Qt::AlignLeft);
    body()->addWidget(m_list);
    connect(m_more, &QToolButton::clicked, this, [this] {
        m_shownRows += Page;
        fillRows();
    });
    m_list->hide();
}

ListEditor::~ListEditor() = default;

void ListEditor::makeHeader()
{
    name(m_header->arrow());
    m_add->setText(tr("Add", "an element"));
    m_clear->setIcon(Icons::icon("x"));
    for (QToolButton *button : {m_null, m_add, m_clear})
        m_header->addButton(button);
    controlRow()->addWidget(m_header);
    connect(m_header, &FieldHeader::openChanged, this, [this](bool open) {
        m_list->setVisible(open);
        if (open)
            fillRows();
        else
            emit host().rearranged();
    });
    connect(m_add, &QToolButton::clicked, this, &ListEditor::addElement);
    connect(m_clear, &QToolButton::clicked, this, [this] {
        setValue({});
        m_add->setFocus();
    });
}

QWidget *ListEditor::control() const
{
    return m_header->arrow();
}

QHBoxLayout *ListEditor::headerRow() const
{
    return m_header->row();
}

void ListEditor::fill(const JsonValue &value)
{
    const bool isPresent = value.isArray();
    m_shown = value.raw().toByteArray();
    qsizetype count = 0;
    if (isPresent)
        count = std::distance(value.begin(), value.end());
    m_null->setChecked(value.type() == JsonType::Null);
    m_clear->setVisible(value.isValid() && !field().required);
    m_header->setFoldable(count > 0);
    m_header->setSummary(!value.isValid() ? tr("(not set)")
                         : !isPresent     ? QString::fromUtf8(m_shown.left(80))
                         : count == 0     ? tr("(empty)", "an array")
                                          : u'(' + QLocale().toString(count) + u')');
    if (count == 0)
        m_header->setOpen(false);
    else if (!m_wasPresent)
        m_header->setOpen(true);
    m_wasPresent = count > 0;
    if (m_header->isOpen())
        fillRows();
}

void ListEditor::fillRows()
{
    QList<JsonValue> elements;
    qsizetype count = 0;
    if (JsonValue(m_shown).isArray()) {
        for (const JsonMember &element : JsonValue(m_shown)) {
            if (++count <= m_shownRows)
                elements << element.value;
        }
    }
    while (m_rows.size() > size_t(elements.size()))
        removeLastRow();
    while (m_rows.size() < size_t(elements.size()))
        makeRow();
    for (size_t i = 0; i < m_rows.size(); ++i) {
        m_rows[i].up->setEnabled(i > 0);
        m_rows[i].down->setEnabled(qsizetype(i) + 1 < count);
        m_rows[i].editor->fill(elements.at(qsizetype(i)));
    }
    m_more->setVisible(count > elements.size());
    emit host().rearranged();
}

void ListEditor::makeRow()
{
    const size_t index = m_rows.size();
    const FormField element = host().schema().element(field(), qsizetype(index));
    Row row{};
    row.whole = new QWidget(m_list);
    row.editor = make(host(), element, row.whole);
    auto *layout = new QHBoxLayout(row.whole);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    QHBoxLayout *header = row.editor->headerRow();
    if (!header) {
        auto *number = new PlainLabel(Texts::noMnemonic(element.title), row.whole);
        number->setBuddy(row.editor->control());
        number->setMinimumWidth(number->fontMetrics().horizontalAdvance(u"00"_s));
        layout->addWidget(number);
    }
    layout->addWidget(row.editor, 1);
    const auto add = [&](const QString &what, const QString &title) {
        QToolButton *button = makeButton(row.whole, element.pointer, what, title);
        (header ? header : layout)->addWidget(button, 0, Qt::AlignTop);
        return button;
    };
    const QString which = tr("element %1 of %2").arg(QString::number(index + 1), field().title);
    row.up = add(u"up"_s, tr("Move %1 up").arg(which));
    row.up->setArrowType(Qt::UpArrow);
    row.down = add(u"down"_s, tr("Move %1 down").arg(which));
    row.down->setArrowType(Qt::DownArrow);
    row.remove = add(u"removeElement"_s, tr("Remove %1").arg(which));
    row.remove->setIcon(Icons::icon("x"));
    connect(row.up, &QToolButton::clicked, this, [this, index] { moveElement(index, -1); });
    connect(row.down, &QToolButton::clicked, this, [this, index] { moveElement(index, 1); });
    connect(row.remove, &QToolButton::clicked, this, [this, index] { removeElement(index); });
    qobject_cast<QVBoxLayout *>(m_list->layout())->insertWidget(int(index), row.whole);
    row.whole->show();
    m_rows.push_back(row);
}

void ListEditor::removeLastRow()
{
    m_list->layout()->removeWidget(m_rows.back().whole);
    m_rows.back().whole->hide();
    m_rows.back().whole->deleteLater(); // deleted later, since it may contain the pressed button
    m_rows.pop_back();
}

void ListEditor::addElement()
{
    const JsonValue array(m_shown);
    const qsizetype count = array.isArray() ? std::distance(array.begin(), array.end()) : 0;
    const FormField element = host().schema().element(field(), count);
    host().append(*this, field().pointer, host().schema().initial(element));
    m_header->setOpen(true);
    if (count < qsizetype(m_rows.size())) {
        m_rows[size_t(count)].editor->begin();
        emit host().begun(m_rows[size_t(count)].whole);
    }
}

void ListEditor::removeElement(size_t index)
{
    host().set(*this, JsonEdit::pointerTo(field().pointer, QByteArray::number(index)), {});
    if (m_rows.empty())
        m_add->setFocus();
    else
        m_rows[qMin(index, m_rows.size() - 1)].remove->setFocus();
}

void ListEditor::moveElement(size_t index, int by)
{
    const size_t target = by < 0 ? index - 1 : index + 1;
    host().swap(*this, field().pointer, qsizetype(index), qsizetype(target));
    if (target >= m_rows.size())
        return;
    const Row &row = m_rows[target]; // moves the focus along
    QToolButton *same = by < 0 ? row.up : row.down;
    (same->isEnabled() ? same : by < 0 ? row.down : row.up)->setFocus();
}

FieldEditor *ListEditor::editorAt(const QByteArray &pointer)
{
    if (!m_header->isOpen() || pointer.size() <= field().pointer.size())
        return this;
    const QByteArrayList tokens = pointer.sliced(field().pointer.size() + 1).split('/');
    bool isIndex = false;
    const size_t index = tokens.first().toULongLong(&isIndex);
    return isIndex && index < m_rows.size() ? m_rows[index].editor->editorAt(pointer) : this;
}

void ListEditor::clearProblems()
{
    FieldEditor::clearProblems();
    for (const Row &row : m_rows)
        row.editor->clearProblems();
}

} // namespace Pullcord
