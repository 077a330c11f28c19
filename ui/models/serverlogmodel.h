// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/textmatcher.h"
#include "core/mcp/serverlog.h"
#include "ui/models/logmodel.h"

#include <QCache>

#include <optional>

namespace Pullcord {

/// The log messages of a server, a row each; the texts are read from the capture when they are painted.
///
/// Owner: its panel. The log must outlive it, or be taken away by setSource(nullptr, nullptr).
class ServerLogModel final : public LogModel
{
    Q_OBJECT

public:
    enum Column { Time, Level, Logger, Data, ColumnCount };
    enum Role {
        IndexRole = Qt::UserRole + 1, ///< of its event in the capture
        LevelRole,                    ///< a LogLevel; NoLevel if the specification knows no such
        UnaskedRole,                  ///< whether nobody has asked for it, where somebody has to
    };
    static constexpr int NoLevel = -1;
    /// A larger message is not read for its row; only its size is shown.
    static constexpr quint32 LargestPreviewed = 1 << 20;

    explicit ServerLogModel(QObject *parent = nullptr);
    ~ServerLogModel() override;

    void setSource(const ServerLog *log, const Capture *capture);
    /// Shows what is of that level or above (and what is of none) and has the text in its level, logger or data.
    void setFilter(LogLevel least, const QString &text);

    /// How many there are, shown or not.
    [[nodiscard]] qsizetype total() const { return sourceCount(); }
    /// The row of the event's first message; -1 if it has none that is shown.
    [[nodiscard]] int rowOfEvent(qsizetype event) const;

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] qsizetype sourceCount() const override;
    [[nodiscard]] bool accepts(qsizetype source) const override;

private:
    /// The texts of one row.
    struct Words
    {
        QString level;
        QString logger;
        QString data;
    };
    [[nodiscard]] bool isUnasked(qsizetype source) const;
    [[nodiscard]] const Words &words(qsizetype source) const;
    [[nodiscard]] Words read(qsizetype source) const;
    [[nodiscard]] QString text(qsizetype source, int column) const;

    const ServerLog *m_log = nullptr;
    const Capture *m_capture = nullptr;
    LogLevel m_least = LogLevel::Debug;
    std::optional<TextMatcher> m_text;
    mutable QCache<qsizetype, Words> m_words{512};
};

} // namespace Pullcord
