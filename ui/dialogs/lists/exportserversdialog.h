// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/serverexport.h"
#include "core/config/serverlist.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QPushButton;

namespace Pullcord {

class FieldNote;
class TextView;

/// Exports saved servers as a configuration of another tool: which servers, which format, and placeholders for secrets.
/// Shows the result in full first.
class ExportServersDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit ExportServersDialog(const ServerList &saved, QWidget *parent = nullptr);
    ~ExportServersDialog() override;

signals:
    /// The configuration to be written to a file.
    void chosen(const QByteArray &json, int servers);

private:
    void offerServers(const ServerList &saved);
    [[nodiscard]] QList<ServerTarget> servers() const;
    void update();
    void copy();

    QList<ServerTarget> m_saved;
    QComboBox *m_servers;
    QComboBox *m_format;
    QCheckBox *m_inFull;
    FieldNote *m_note;
    TextView *m_preview;
    QPushButton *m_copies; ///< shows that the text was copied, until it changes
    ServerExport::Configuration m_written;
};

} // namespace Pullcord
