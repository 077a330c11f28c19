// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/catalog/formschema.h"

#include <QObject>
#include <QSet>

class QWidget;

namespace Pullcord {

class FieldEditor;

/// Shared state of a form's fields: the schema and the JSON text. A field reports the change of its value; the new text
/// is then shown by all fields, with that field as the source.
class FormHost final : public QObject
{
    Q_OBJECT

public:
    explicit FormHost(const FormSchema &schema, QObject *parent = nullptr);
    ~FormHost() override;

    [[nodiscard]] const FormSchema &schema() const { return m_schema; }
    /// `text` is well-formed JSON.
    void setText(const QByteArray &text) { m_text = text; }

    /// Sets or removes the value at `pointer`.
    void set(const QWidget &source, const QByteArray &pointer, const std::optional<QByteArray> &value);
    void append(const QWidget &source, const QByteArray &array, const QByteArray &value);
    void swap(const QWidget &source, const QByteArray &array, qsizetype one, qsizetype other);

    /// True if the change being shown was made in this widget, whose input must not be overwritten.
    [[nodiscard]] bool isSource(const QWidget &widget) const;

    /// True while a change is being reported.
    [[nodiscard]] bool isEmitting() const { return m_source != nullptr; }

    /// Notes that the user has edited this place, so that its problems are no longer hints. Returns true for the first
    /// time.
    bool touch(const QByteArray &pointer);
    void touchAll() { m_isAllTouched = true; }
    [[nodiscard]] bool isTouched(const QByteArray &pointer) const
    {
        return m_isAllTouched || m_touched.contains(pointer);
    }

    /// Notes that a field contains text that is not valid JSON.
    void setBroken(FieldEditor &field, bool broken);
    /// Returns one of the broken fields; null if there is none.
    [[nodiscard]] FieldEditor *broken() const { return m_broken.isEmpty() ? nullptr : *m_broken.constBegin(); }

signals:
    /// Emitted with the changed text.
    void edited(const QByteArray &text);
    void brokenChanged();
    /// Fields were added, removed or folded.
    void rearranged();
    /// The user has added this part, which has the focus.
    void begun(QWidget *part);

private:
    void emitEdited(const QWidget &source, const QByteArray &text);

    FormSchema m_schema;
    QByteArray m_text;
    const QWidget *m_source = nullptr;
    QSet<FieldEditor *> m_broken;
    QSet<QByteArray> m_touched;
    bool m_isAllTouched = false;
};

} // namespace Pullcord
