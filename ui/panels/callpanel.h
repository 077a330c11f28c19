// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/timeouts.h"
#include "core/connection/outgoingrequest.h"
#include "core/mcp/catalog/catalogitem.h"
#include "core/mcp/requests/taskinfo.h"

#include <QHash>
#include <QWidget>

class QCheckBox;
class QSpinBox;

namespace Pullcord {

class Actions;
class PeerLabel;
class SchemaEditor;
class TimeoutButton;

/// Panel to call a tool: description, arguments and timeouts.
class CallPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit CallPanel(Actions &actions, QWidget *parent = nullptr);
    ~CallPanel() override;

    /// Arguments are remembered per tool for the life of the panel.
    void setTool(const Tool &tool);
    void clear();
    /// Shows a tool that must not be called, with the reason.
    void setExcluded(const Tool &tool, const QString &reason);

    [[nodiscard]] QString toolName() const { return m_tool; }
    /// Returns the arguments on one line, as sent.
    [[nodiscard]] QByteArray arguments() const;
    /// Sets raw JSON, which is shown indented. Empty: the schema's initial value.
    void setArguments(const QByteArray &arguments);
    void focusArguments();
    /// Returns the timeouts chosen here, without the client's defaults.
    [[nodiscard]] RequestOptions options() const;
    void setTimeouts(const Timeouts &timeouts);
    /// Set for a revision with task-augmented calls (2025-11-25).
    void setHasTasks(bool has);
    /// True if the call will ask for a task, chosen by the user or required by the tool.
    [[nodiscard]] bool isTask() const;
    /// Returns the time for the server to keep the task, in ms; none: up to the server.
    [[nodiscard]] std::optional<qint64> ttl() const;
    /// True if a tool is shown and its arguments are a JSON object. Schema violations only change the label
    /// of the command to "Call Anyway".
    [[nodiscard]] bool canCall() const;
    [[nodiscard]] SchemaEditor *editor() const { return m_editor; }

signals:
    void changed();

private:
    void showNone(const QString &title, const QString &text);
    void sayWhatIsSent();
    [[nodiscard]] QWidget *makeTaskRow();
    void showTaskRow();

    Actions &m_actions;
    QString m_tool;
    QHash<QString, QByteArray> m_typed;
    PeerLabel *m_title;
    PeerLabel *m_description;
    SchemaEditor *m_editor;
    TimeoutButton *m_timeout;
    QCheckBox *m_asTask;
    QSpinBox *m_ttl;
    QWidget *m_taskRow;
    TaskSupport m_taskSupport = TaskSupport::Forbidden; ///< task support of the current tool
    bool m_hasTasks = false;
};

} // namespace Pullcord
