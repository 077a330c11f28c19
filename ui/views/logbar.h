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

/// What of the server's log is shown: from which level on, and a text to search for; and from which level on the server is
/// asked to send.
class LogBar final : public QWidget
{
    Q_OBJECT

public:
    /// What a server does that is asked for no level.
    enum class Unasked : quint8 { Chooses, ChoosesOnceReconnected, IsSilent };

    explicit LogBar(QWidget *parent = nullptr);
    ~LogBar() override;

    [[nodiscard]] LogLevel least() const;
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool isFiltering() const;
    void focusText();
    /// What the server is asked for. Nothing is emitted.
    void setAsked(std::optional<LogLevel> level, Unasked unasked);
    /// Whether it can be asked; `why` says how that goes, or why not.
    void setCanAsk(bool can, const QString &why);

signals:
    /// Shortly after the last key, or at once for a choice.
    void changed();
    /// Somebody wants the server to send these and above.
    void asked(std::optional<Pullcord::LogLevel> level);

private:
    QComboBox *m_asked;
    QComboBox *m_least;
    QLineEdit *m_text;
    QTimer m_typing;
};

} // namespace Pullcord
