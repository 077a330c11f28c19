// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/clioptions.h"
#include "app/cli/command.h"
#include "core/doctor/doctor.h"

#include <memory>

namespace Pullcord {

/// `doctor`: runs a Doctor on a server, and prints each stage when it ends.
class DoctorCommand final : public Command
{
    Q_OBJECT

public:
    explicit DoctorCommand(CliOptions options);
    ~DoctorCommand() override;

    void start() override;
    void interrupt() override;

private:
    void onStageChanged(qsizetype index);
    void onFinished();
    [[nodiscard]] bool printsText() const;
    [[nodiscard]] int exitCode() const;
    [[nodiscard]] Outcome writeMarkdown() const;

    CliOptions m_options;
    std::unique_ptr<Doctor> m_doctor;
    bool m_interrupted = false;
};

} // namespace Pullcord
