// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/questionqueue.h"

#include <QDialog>
#include <QHash>

class QComboBox;
class QGridLayout;
class QPushButton;
class QScrollArea;

namespace Pullcord {

class JsonEditor;

/// What is done with each kind of question of a server: asked, answered with what is written here, refused, or never
/// answered.
class AnsweringDialog final : public QDialog
{
    Q_OBJECT

public:
    using Policies = QHash<QByteArray, AnswerPolicy>; ///< by method; Ask where there is none

    AnsweringDialog(const QString &server, const Policies &policies, QWidget *parent = nullptr);
    ~AnsweringDialog() override;

    /// As chosen; without those that ask.
    [[nodiscard]] Policies policies() const;

protected:
    void showEvent(QShowEvent *event) override;

private:
    struct Row
    {
        QByteArray method;
        QComboBox *choice = nullptr;
        JsonEditor *answer = nullptr;
    };

    void addRow(const QByteArray &method, const QString &name, const AnswerPolicy &policy, QGridLayout &grid);
    void check();
    void grow();

    QScrollArea *m_area;
    QList<Row> m_rows;
    QPushButton *m_ok;
};

} // namespace Pullcord
