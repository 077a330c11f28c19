// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/catalogitem.h"

#include <QHash>
#include <QWidget>

class QLabel;
class QSpinBox;

namespace Pullcord {

class Actions;
class ArgumentsEditor;

/// Where a tool is called: what it says of itself, its arguments, and how long to wait.
class CallPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit CallPanel(Actions &actions, QWidget *parent = nullptr);
    ~CallPanel() override;

    /// Arguments typed for each tool are remembered while the panel lives.
    void setTool(const Tool &tool);
    void clear();

    [[nodiscard]] QString toolName() const { return m_tool; }
    /// On one line, as it goes to the wire.
    [[nodiscard]] QByteArray arguments() const;
    [[nodiscard]] std::chrono::milliseconds timeout() const;
    void setTimeout(std::chrono::seconds timeout);
    /// The schema does not forbid: then the command says that it sends all the same.
    [[nodiscard]] bool canCall() const;
    [[nodiscard]] ArgumentsEditor *editor() const { return m_editor; }

signals:
    void changed();

private:
    void sayWhatIsSent();

    Actions &m_actions;
    QString m_tool;
    QHash<QString, QByteArray> m_typed;
    QLabel *m_title;
    QLabel *m_description;
    ArgumentsEditor *m_editor;
    QSpinBox *m_timeout;
};

} // namespace Pullcord
