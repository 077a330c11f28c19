// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/requests/questionqueue.h"

#include <QDialog>
#include <QHash>

class QComboBox;
class QGridLayout;
class QPushButton;
class QScrollArea;

namespace Pullcord {

class JsonEditor;

/// Policies for the kinds of questions of a server: ask, answer with a given text, refuse, or never answer.
class AnsweringDialog final : public QDialog
{
    Q_OBJECT

public:
    using Policies = QHash<QByteArray, AnswerPolicy>; ///< by method; Ask if missing

    AnsweringDialog(const QString &server, const Policies &policies, QWidget *parent = nullptr);
    ~AnsweringDialog() override;

    /// Returns the chosen policies, without Ask.
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
