// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/doctor/doctor.h"
#include "ui/models/doctormodel.h"

#include <QDialog>

#include <memory>

class QComboBox;
class QPushButton;
class QTreeView;

namespace Pullcord {

class PeerLabel;
class PlainLabel;

/// Connection Doctor for one server: its stages with observations and advice. Not modal. It starts at once; closing
/// stops it, but keeps the results.
class DoctorWindow final : public QDialog
{
    Q_OBJECT

public:
    /// `program` is name and version for reports; `version` is that of the client.
    DoctorWindow(const ServerTarget &target, const QString &program, const QString &version, QWidget *parent = nullptr);
    ~DoctorWindow() override;

    [[nodiscard]] const Doctor &doctor() const { return *m_doctor; }
    /// Starts again from the first stage, in the chosen environment.
    void run();

signals:
    /// The user wants to open this host log.
    void logChosen(const QString &path);

private:
    void makeTree();
    [[nodiscard]] QPushButton *makeButton(const QString &name, const QString &text, const QString &toolTip);
    void onStageChanged(qsizetype index);
    void onFinished();
    void copyReport();
    void findLog();
    void update();
    [[nodiscard]] QString resultText() const;

    ServerTarget m_target;
    QString m_program;
    QString m_version;
    std::unique_ptr<Doctor> m_doctor;
    DoctorModel m_model;
    PlainLabel *m_environmentLabel;
    QComboBox *m_environment;
    QTreeView *m_stages;
    PeerLabel *m_state;
    QPushButton *m_run;
    QPushButton *m_stop;
    QPushButton *m_copy;
    QPushButton *m_openLog;
    QString m_log; ///< path of the newest host log about the server; empty if there is none
};

} // namespace Pullcord
