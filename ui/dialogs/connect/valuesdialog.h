// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>
#include <QList>
#include <QString>
#include <QStringList>

class QLineEdit;

namespace Pullcord {

/// Asks for values that a connection needs and that are not stored: passwords, placeholders of a configuration. Secrets
/// are masked while they are typed.
class ValuesDialog final : public QDialog
{
    Q_OBJECT

public:
    struct Field
    {
        QString label;
        QString value = {};
        bool isSecret = true;
        QString problem = {}; ///< reason why the value cannot be used; empty if there is none
    };

    /// `why` explains the purpose of the values.
    ValuesDialog(const QString &title, const QString &why, const QList<Field> &fields, QWidget *parent = nullptr);
    ~ValuesDialog() override;

    /// Returns the typed values, in the order of the fields.
    [[nodiscard]] QStringList values() const;

private:
    QList<QLineEdit *> m_edits;
};

} // namespace Pullcord
