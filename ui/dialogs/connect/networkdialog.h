// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/transport/http/httpnetwork.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;

namespace Pullcord {

class FieldNote;
class FileDialogs;

/// Network settings of one server: certificates, proxy, and consent to redirects.
class NetworkDialog final : public QDialog
{
    Q_OBJECT

public:
    NetworkDialog(FileDialogs &dialogs, const HttpNetwork &network, bool followsRedirects, QWidget *parent);
    ~NetworkDialog() override;

    [[nodiscard]] HttpNetwork network() const;
    [[nodiscard]] bool followsRedirects() const;

private:
    QWidget *makeFileField(QLineEdit *edit, const QString &name, const QString &title, const QString &toolTip);
    void makeFields();
    void check();

    FileDialogs &m_dialogs;
    QLineEdit *m_ca;
    QLineEdit *m_certificate;
    QLineEdit *m_key;
    QLineEdit *m_passphrase;
    QComboBox *m_proxyKind;
    QLineEdit *m_proxy;
    QCheckBox *m_followRedirects;
    FieldNote *m_note;
    QPushButton *m_ok = nullptr;
    QString m_readCa; ///< CA file that was read successfully
};

} // namespace Pullcord
