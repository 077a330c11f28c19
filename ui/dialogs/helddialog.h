// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QDialog>

#include <functional>

class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace Pullcord {

class JsonEditor;
class JsonValue;
class PeerLabel;

/// The messages that rules of a running proxy hold, to be released, changed or dropped; and the rules, to be switched.
/// Not modal. It shows what the proxy reports, and changes nothing by itself.
class HeldDialog final : public QDialog
{
    Q_OBJECT

public:
    /// Callbacks for data from outside.
    struct Host
    {
        /// Calls the proxy: a method of ProxyControl with its params, a JSON object.
        std::function<void(const QByteArray &method, const QByteArray &params)> call;
        std::function<QStringList(const QByteArray &message)> remarks; ///< problems of a message
    };
    HeldDialog(Host host, const QString &server, QWidget *parent = nullptr);
    ~HeldDialog() override;

    /// Take the result of `held` without a number, of `held` with one, and of `rules`.
    void setHeld(const JsonValue &result);
    void setMessage(const JsonValue &result);
    void setRules(const JsonValue &result);
    /// Shows why a call failed, until the next one succeeds.
    void showProblem(const QString &problem);
    /// The proxy has ended: nothing can be done any more.
    void setEnded();

private:
    [[nodiscard]] QWidget *makeHeld();
    [[nodiscard]] QWidget *makeMessage();
    [[nodiscard]] QWidget *makeRules();
    [[nodiscard]] QPushButton *makeButton(const QString &name, const QString &text, const QString &toolTip);
    [[nodiscard]] qint64 current() const;
    void askForMessage();
    void check();
    void updateButtons();
    void showState();
    void end(const QByteArray &method, const QByteArray &message = {});
    void endAll();
    void onRuleChanged(QTreeWidgetItem *item);

    Host m_host;
    PeerLabel *m_state;
    QTreeWidget *m_held;
    JsonEditor *m_editor;
    QPushButton *m_release;
    QPushButton *m_change;
    QPushButton *m_drop;
    QPushButton *m_releaseAll;
    QTreeWidget *m_rules;
    QByteArray m_shown;  ///< the text in the editor, before the user changes it
    qint64 m_number = 0; ///< number of the message in the editor; 0: none
    qint64 m_heldCount = 0;
    QString m_problem;
    bool m_hasEnded = false;
};

} // namespace Pullcord
