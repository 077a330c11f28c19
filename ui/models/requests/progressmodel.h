// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/progressnotice.h"
#include "ui/models/growingtablemodel.h"

#include <QCache>

#include <optional>

namespace Pullcord {

class Capture;
class RequestLog;
struct CaptureEntry;
struct RequestRecord;

/// Progress notifications of one request, one row each, with their rule violations. Includes notifications with an
/// unknown token that came while the request was open.
///
/// Owner: its panel. Capture and log must outlive it, or be removed with setSource(nullptr, nullptr, -1).
/// Specification: utilities "Progress"; spec digest 9.
class ProgressModel final : public GrowingTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Progress, Message, ColumnCount };
    enum Role {
        IndexRole = Qt::UserRole + 1, ///< index of the event in the capture
        WrongRole,                    ///< bool: it breaks a rule, named in its Message
    };

    explicit ProgressModel(QObject *parent = nullptr);
    ~ProgressModel() override;

    void setSource(const Capture *capture, const RequestLog *log, qsizetype logRow);
    [[nodiscard]] qsizetype logRow() const { return m_logRow; }
    /// Returns the recent increase per second; over the whole time for an ended request. None with fewer than two
    /// values.
    [[nodiscard]] std::optional<double> rate() const;

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] qsizetype sourceCount() const override;
    [[nodiscard]] bool accepts(qsizetype source) const override;

private:
    /// Content of one notification.
    struct Step
    {
        qint64 time = 0;
        ProgressNotice notice;
        bool isUnknown = false; ///< its token is unknown
    };
    [[nodiscard]] RequestRecord record() const;
    [[nodiscard]] qsizetype indexOf(qsizetype source) const { return m_first + source; }
    [[nodiscard]] bool isWithin(const CaptureEntry &entry) const;
    [[nodiscard]] Step step(int row) const;
    [[nodiscard]] Step read(qsizetype index) const;
    [[nodiscard]] bool isLate(int row) const;
    [[nodiscard]] QString complaint(int row, const Step &step) const;
    [[nodiscard]] QString text(int row, int column) const;

    const Capture *m_capture = nullptr;
    const RequestLog *m_log = nullptr;
    qsizetype m_logRow = -1;
    qsizetype m_first = 0; ///< index of the request in the capture
    mutable QCache<qsizetype, Step> m_steps{512};
};

} // namespace Pullcord
