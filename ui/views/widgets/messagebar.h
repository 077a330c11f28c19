// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>
#include <QList>

#include <functional>

class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace Pullcord {

class PeerLabel;

/// A bar beside the content that shows an error or a note, with up to MostChoices buttons. It is used instead of
/// message boxes, and is not modal. A new message replaces the previous one. Its close button and Escape dismiss it.
class MessageBar final : public QFrame
{
    Q_OBJECT

public:
    enum class Kind : quint8 {
        Info,
        Done, ///< a requested action is done; removed by the next action, see goOn()
        Warning,
        Failure
    };

    /// `name` is its object name; those of its parts begin with it.
    explicit MessageBar(QWidget *parent = nullptr, const QString &name = QStringLiteral("messageBar"));
    ~MessageBar() override;

    void show(Kind kind, const QString &text);
    struct Choice
    {
        QString text;
        std::function<void()> action = {}; ///< none: only closes the bar
        bool keepsBar = false;             ///< the bar stays after the action
        QString toolTip = {};
    };
    static constexpr qsizetype MostChoices = 3;
    /// Shows a message with up to MostChoices buttons, the harmless one first. The actions run in the context of
    /// `context`.
    void show(Kind kind, const QString &text, QObject *context, const QList<Choice> &choices);
    /// The user cannot close the bar: it shows a state, not an event.
    void setLasting();
    /// Moves the focus to the first button. For a message that is the direct result of a user action.
    void focusFirst();
    /// Shows a message with one button; `action` runs in the context of `context` when it is pressed.
    void show(Kind kind, const QString &text, const QString &button, QObject *context,
              const std::function<void()> &action);
    /// Adds a line below the text, whole and selectable, such as a fingerprint. A new text removes it.
    void setDetail(const QString &detail);
    /// Shows a progress bar beside the text, 0 to 100. A new text removes it.
    void setProgress(int percent);
    [[nodiscard]] QString text() const;
    [[nodiscard]] int heightFor(int width) const;

public slots:
    void clear();
    /// Removes a message of kind Done. Call it at the next user action.
    void goOn();
    /// Closes the bar at the user's request.
    void dismiss();

signals:
    /// A message was shown or removed.
    void shownChanged();
    /// dismiss() has removed this message.
    void dismissed(const QString &text);

protected:
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void present(Kind kind, const QString &text);
    void arm(QPushButton *button, QObject *context, const Choice &choice);
    void paintKind();

    Kind m_kind = Kind::Info;
    bool m_isLasting = false;
    QLabel *m_icon;
    PeerLabel *m_text;
    PeerLabel *m_detail;
    QProgressBar *m_progress;
    QList<QPushButton *> m_buttons;
    QToolButton *m_close;
};

} // namespace Pullcord
