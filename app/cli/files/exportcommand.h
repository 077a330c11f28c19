// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/files/filecommand.h"
#include "core/capture/export/exportfile.h"
#include "core/capture/export/exportselection.h"
#include "core/capture/export/redaction/redactionpreview.h"
#include "core/findings/findings.h"

#include <memory>
#include <optional>

namespace Pullcord {

/// `export FILE`: writes a capture in another form to standard output or to a file, in slices of the event loop. The
/// file appears only after success.
class ExportCommand final : public FileCommand
{
    Q_OBJECT

public:
    using FileCommand::FileCommand;

protected:
    [[nodiscard]] Outcome check() const override;
    void prepare(size_t number) override;
    void work() override;

private:
    void go(const ExportSelection &selection);
    void preview(const ExportSelection &selection);
    void reportRedacted(const RedactionCounts &leftOut, const QString &verb);
    void write(const ExportSelection &selection);
    [[nodiscard]] Outcome open(const ExportSelection &selection);
    [[nodiscard]] bool step();
    [[nodiscard]] Error cannotWrite(const Error &why) const;

    std::unique_ptr<Findings> m_findings; ///< for a report
    bool m_isEmpty = false;               ///< an archive of a conversation without HTTP
    std::optional<RedactionPreview> m_preview;
    std::unique_ptr<Exporter> m_exporter; ///< for standard output
    std::unique_ptr<ExportFile> m_file;   ///< for a file
};

} // namespace Pullcord
