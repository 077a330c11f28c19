// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/loglevel.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QComboBox;
class QLineEdit;

namespace Pullcord {

/// Filter of the server's log: least level and search text. Also the level that the server is asked to send.
class ServerLogBar final : public QWidget
{
    Q_OBJECT

public:
    /// Behaviour of a server that was not asked for a level.
    enum class Unasked : quint8 { Chooses, ChoosesOnceReconnected, IsSilent };

    explicit ServerLogBar(QWidget *parent = nullptr);
    ~ServerLogBar() override;

    [[nodiscard]] LogLevel least() const;
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool isFiltering() const;
    void focusText();
    /// Shows the level requested from the server. Emits nothing.
    void setAsked(std::optional<LogLevel> level, Unasked unasked);
    /// Enables the choice of the requested level. `why` explains how the level is requested, or why it cannot be.
    void setCanAsk(bool can, const QString &why);

signals:
    /// Emitted shortly after the last key, or at once for a choice.
    void changed();
    /// The user wants the server to send this level and above.
    void asked(std::optional<Pullcord::LogLevel> level);

private:
    QComboBox *m_asked;
    QComboBox *m_least;
    QLineEdit *m_text;
    QTimer m_typing;
};

} // namespace Pullcord
