// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace Pullcord {

class FieldNote;
class FileDialogs;
class SecondsBox;

/// How a server behind a URL is reached.
class UrlForm final : public QWidget
{
    Q_OBJECT

public:
    explicit UrlForm(FileDialogs &dialogs, QWidget *parent = nullptr);
    ~UrlForm() override;

    [[nodiscard]] HttpOptions options() const;
    void setOptions(const HttpOptions &options);
    /// Somebody goes on typing it.
    void startWith(const QString &url);
    /// What keeps it from being reached, in words; empty if nothing does.
    [[nodiscard]] QString complaint() const;
    /// To the first value that is not remembered; without one, to where typing begins.
    void focusWanted();

signals:
    void changed();

private:
    void makeFields();
    void makeTimes();
    void makeHeaders();
    void check();
    /// There is always an empty row to write into.
    void keepEmptyRow();
    void removeHeader();
    void askForNetwork();
    void describeNetwork();
    [[nodiscard]] QString textAt(int row, int column) const;
    [[nodiscard]] QString urlComplaint() const;
    [[nodiscard]] QString headerComplaint() const;

    FileDialogs &m_dialogs;
    QLineEdit *m_url;
    FieldNote *m_urlNote;
    QComboBox *m_transport;
    QTableWidget *m_headers;
    QPushButton *m_remove;
    bool m_isTouched = false; ///< somebody has changed a header
    FieldNote *m_headerNote;
    QDoubleSpinBox *m_grace;
    SecondsBox *m_connectTimeout;
    SecondsBox *m_idleTimeout;
    QPushButton *m_networkButton;
    HttpNetwork m_network;
    bool m_followsRedirects = false;
};

} // namespace Pullcord
