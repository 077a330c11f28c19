// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rpc/progressnotice.h"
#include "ui/models/logmodel.h"

#include <QCache>

#include <optional>

namespace Pullcord {

class Capture;
class RequestLog;
struct CaptureEntry;
struct RequestRecord;

/// All progress notifications of one request, a row each, with what is wrong with them; also those that came while it was
/// open with a token that nobody knows.
///
/// Owner: its panel. Capture and log must outlive it, or be taken away by setSource(nullptr, nullptr, -1). Specification:
/// utilities "Progress"; spec digest 9.
class ProgressModel final : public LogModel
{
    Q_OBJECT

public:
    enum Column { Time, Progress, Message, ColumnCount };
    enum Role {
        IndexRole = Qt::UserRole + 1, ///< of its event in the capture
        WrongRole,                    ///< it breaks a rule; its Message says which
    };

    explicit ProgressModel(QObject *parent = nullptr);
    ~ProgressModel() override;

    void setSource(const Capture *capture, const RequestLog *log, qsizetype logRow);
    [[nodiscard]] qsizetype logRow() const { return m_logRow; }
    /// By how much it grows in a second, of late; of a request that has ended, on the whole. None before there are two.
    [[nodiscard]] std::optional<double> rate() const;

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] qsizetype sourceCount() const override;
    [[nodiscard]] bool accepts(qsizetype source) const override;

private:
    /// What one notification says.
    struct Step
    {
        qint64 time = 0;
        ProgressNotice notice;
        bool isUnknown = false; ///< its token
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
    qsizetype m_first = 0; ///< in the capture: the request itself
    mutable QCache<qsizetype, Step> m_steps{512};
};

} // namespace Pullcord
