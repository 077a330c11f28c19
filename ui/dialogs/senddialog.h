// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/rawtemplates.h"

#include <QDialog>

#include <functional>

class QCheckBox;
class QLabel;
class QListWidget;
class QMenu;
class QPushButton;

namespace Pullcord {

class JsonEditor;

/// Where a person types what is sent as it is. It says what is wrong with it, and sends it all the same. Not modal; it keeps
/// its text, and what was sent from it, as long as it lives.
class SendDialog final : public QDialog
{
    Q_OBJECT

public:
    /// What it cannot know by itself.
    struct Host
    {
        std::function<RawTemplates::Subject()> subject;
        std::function<QStringList(const QByteArray &message)> remarks; ///< what is wrong with it
        std::function<QString()> whyNot; ///< why nothing can be sent at the moment; empty if it can
        std::function<void(const QList<QByteArray> &messages)> send;
    };
    explicit SendDialog(Host host, QWidget *parent = nullptr);
    ~SendDialog() override;

    void setText(const QByteArray &text);
    /// Whether something can be sent may have changed.
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
    QString m_how; ///< what is typed is sent
    QCheckBox *m_exactly;
    QPushButton *m_insert;
    QMenu *m_templates;
    QListWidget *m_sent;
    QPushButton *m_send;
};

} // namespace Pullcord
