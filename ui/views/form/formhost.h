// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/formschema.h"

#include <QObject>
#include <QSet>

class QWidget;

namespace Pullcord {

class FieldEditor;

/// What the fields of a form share: the schema, and the JSON text that they change. A field says what has changed in its
/// place; what comes of it is shown to all of them, with that field as its source.
class FormHost final : public QObject
{
    Q_OBJECT

public:
    explicit FormHost(const FormSchema &schema, QObject *parent = nullptr);
    ~FormHost() override;

    [[nodiscard]] const FormSchema &schema() const { return m_schema; }
    /// Well-formed JSON.
    void setText(const QByteArray &text) { m_text = text; }

    /// The value of a place, or that there is none any more.
    void set(const QWidget &source, const QByteArray &pointer, const std::optional<QByteArray> &value);
    void append(const QWidget &source, const QByteArray &array, const QByteArray &value);
    void swap(const QWidget &source, const QByteArray &array, qsizetype one, qsizetype other);

    /// Whether the change that is being shown was made there: what a person is typing is not rewritten.
    [[nodiscard]] bool isSource(const QWidget &widget) const;

    /// Such a change is on its way.
    [[nodiscard]] bool isTelling() const { return m_source != nullptr; }

    /// Somebody was at that place: what is wrong there is no hint any more. Gives whether that is news.
    bool touch(const QByteArray &pointer);
    void touchAll() { m_isAllTouched = true; }
    [[nodiscard]] bool isTouched(const QByteArray &pointer) const
    {
        return m_isAllTouched || m_touched.contains(pointer);
    }

    /// A field that holds what cannot be sent as part of any JSON.
    void setBroken(FieldEditor &field, bool broken);
    /// One of those; null if there is none.
    [[nodiscard]] FieldEditor *broken() const { return m_broken.isEmpty() ? nullptr : *m_broken.constBegin(); }

signals:
    /// The text with the change.
    void edited(const QByteArray &text);
    void brokenChanged();
    /// Fields have come, gone, or been folded.
    void rearranged();
    /// Somebody has added this just now, and goes on there.
    void begun(QWidget *part);

private:
    void tell(const QWidget &source, const QByteArray &text);

    FormSchema m_schema;
    QByteArray m_text;
    const QWidget *m_source = nullptr;
    QSet<FieldEditor *> m_broken;
    QSet<QByteArray> m_touched;
    bool m_isAllTouched = false;
};

} // namespace Pullcord
