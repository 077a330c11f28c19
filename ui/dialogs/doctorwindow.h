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

/// The Connection Doctor on one server: its stages as they run, each with what was seen and what to do next. Not modal. It
/// begins at once; closing it stops it, and keeps what was found out.
class DoctorWindow final : public QDialog
{
    Q_OBJECT

public:
    /// `program` is the name and version of the program that writes reports; `version` of the client that connects.
    DoctorWindow(const ServerTarget &target, const QString &program, const QString &version, QWidget *parent = nullptr);
    ~DoctorWindow() override;

    [[nodiscard]] const Doctor &doctor() const { return *m_doctor; }
    /// Begins from the first stage, with the environment that is chosen.
    void run();

signals:
    /// The user wants to see this log that a host keeps of the server.
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
    QString m_log; ///< path of the newest log that a host keeps of the server; empty without one
};

} // namespace Pullcord
