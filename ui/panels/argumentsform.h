// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/flatschema.h"

#include <QScrollArea>

#include <vector>

class QComboBox;
class QLineEdit;

namespace Pullcord {

class FieldNote;

/// A field for each argument of a tool. It holds no arguments itself: what is typed goes out by edited(), and show()
/// fills the fields from the JSON that is the truth.
class ArgumentsForm final : public QScrollArea
{
    Q_OBJECT

public:
    explicit ArgumentsForm(QWidget *parent = nullptr);
    ~ArgumentsForm() override;

    void setSchema(const FlatSchema &schema);
    /// `arguments` must be a well-formed object. A value that is not of its field's type is said so at the field.
    void show(const QByteArray &arguments);
    /// Something shown is not of its field's type.
    [[nodiscard]] bool hasWrongValue() const { return m_hasWrongValue; }

signals:
    /// No value: the argument shall be left out.
    void edited(const QString &name, const std::optional<QByteArray> &value);

private:
    /// A line to type in, or a list to choose from.
    struct Row
    {
        SchemaField field;
        QLineEdit *line = nullptr;
        QComboBox *list = nullptr;
        FieldNote *note = nullptr;
    };
    [[nodiscard]] Row makeRow(const SchemaField &field, QWidget *parent);
    void fill(const Row &row, const JsonValue &value);

    std::vector<Row> m_rows;
    bool m_filling = false;
    bool m_hasWrongValue = false;
    const QWidget *m_typing = nullptr; ///< the field that an edited() is about
};

} // namespace Pullcord
