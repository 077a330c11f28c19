// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/messages/rawtemplates.h"

#include <QDialog>

#include <functional>

class QCheckBox;
class QLabel;
class QListWidget;
class QMenu;
class QPushButton;

namespace Pullcord {

class JsonEditor;

/// Dialog to send any typed message. It shows problems, but sends anyway. Not modal; it keeps its text and its history.
class SendDialog final : public QDialog
{
    Q_OBJECT

public:
    /// Callbacks for data from outside.
    struct Host
    {
        std::function<RawTemplates::Subject()> subject;
        std::function<QStringList(const QByteArray &message)> remarks; ///< problems of a message
        std::function<QString()> whyNot; ///< reason why sending is impossible now; empty if it is possible
        std::function<void(const QList<QByteArray> &messages)> send;
    };
    explicit SendDialog(Host host, QWidget *parent = nullptr);
    ~SendDialog() override;

    void setText(const QByteArray &text);
    /// Call when it may have become possible or impossible to send.
    void refresh();
    [[nodiscard]] JsonEditor *editor() const { return m_editor; }

private:
    void makeTemplates();
    [[nodiscard]] QWidget *makeEditor();
    [[nodiscard]] QWidget *makeHistory();
    void check();
    void send();
    [[nodiscard]] QString howItIsSent(const QList<QByteArray> &messages) const;

    Host m_host;
    JsonEditor *m_editor;
    QLabel *m_note;
    QString m_how; ///< description of the way in which the text is sent
    QCheckBox *m_exactly;
    QPushButton *m_insert;
    QMenu *m_templates;
    QListWidget *m_sent;
    QPushButton *m_send;
};

} // namespace Pullcord
