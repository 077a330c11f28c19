// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/timeouts.h"
#include "core/mcp/catalogitem.h"
#include "core/mcp/taskinfo.h"
#include "core/session/outgoingrequest.h"

#include <QHash>
#include <QWidget>

class QCheckBox;
class QSpinBox;

namespace Pullcord {

class Actions;
class PeerLabel;
class SchemaEditor;
class TimeoutButton;

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
    /// A tool that must not be called, and why.
    void setExcluded(const Tool &tool, const QString &reason);

    [[nodiscard]] QString toolName() const { return m_tool; }
    /// On one line, as it goes to the wire.
    [[nodiscard]] QByteArray arguments() const;
    /// Raw JSON; shown laid out. Empty: what the schema suggests.
    void setArguments(const QByteArray &arguments);
    void focusArguments();
    /// How long to wait: what stands here, and nothing of the client's defaults.
    [[nodiscard]] RequestOptions options() const;
    void setTimeouts(const Timeouts &timeouts);
    /// Whether the revision in use knows calls that ask for a task (2025-11-25).
    void setHasTasks(bool has);
    /// The call is to ask for a task: as somebody has chosen, or the tool demands.
    [[nodiscard]] bool isTask() const;
    /// For how long the server is to keep it, in ms; none: as it thinks fit.
    [[nodiscard]] std::optional<qint64> ttl() const;
    /// The schema does not forbid: then the command says that it sends all the same.
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
    TaskSupport m_taskSupport = TaskSupport::Forbidden; ///< of the tool
    bool m_hasTasks = false;
};

} // namespace Pullcord
