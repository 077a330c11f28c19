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

/// Form for a server behind a URL.
class UrlForm final : public QWidget
{
    Q_OBJECT

public:
    explicit UrlForm(FileDialogs &dialogs, QWidget *parent = nullptr);
    ~UrlForm() override;

    [[nodiscard]] HttpOptions options() const;
    void setOptions(const HttpOptions &options);
    /// Sets a URL that the user continues to type.
    void startWith(const QString &url);
    /// Explains why the server cannot be connected; empty if it can.
    [[nodiscard]] QString complaint() const;
    /// Focuses the first missing value, else the URL.
    void focusWanted();
    /// Focuses the value of the header that authorizes, else the empty row for another header.
    void focusHeaders();

signals:
    void changed();

private:
    void makeFields();
    void makeTimes();
    void makeHeaders();
    void check();
    /// Ensures an empty row for another header.
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
    bool m_isTouched = false; ///< the user has changed a header
    FieldNote *m_headerNote;
    QDoubleSpinBox *m_grace;
    SecondsBox *m_connectTimeout;
    SecondsBox *m_idleTimeout;
    QPushButton *m_networkButton;
    HttpNetwork m_network;
    bool m_followsRedirects = false;
};

} // namespace Pullcord
