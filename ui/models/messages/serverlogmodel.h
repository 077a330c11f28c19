// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/textmatcher.h"
#include "core/mcp/serverlog.h"
#include "ui/models/growingtablemodel.h"

#include <QCache>

#include <optional>

namespace Pullcord {

/// Log messages of a server, one row each. The texts are read from the capture when they are painted.
///
/// Owner: its panel. Log and capture must outlive it, or be removed with setSource(nullptr, nullptr).
class ServerLogModel final : public GrowingTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Level, Logger, Data, ColumnCount };
    enum Role {
        IndexRole = Qt::UserRole + 1, ///< index of the event in the capture
        LevelRole,                    ///< LogLevel; NoLevel if the specification has no such level
        UnaskedRole,                  ///< bool: it was not requested, although the revision requires that
    };
    static constexpr int NoLevel = -1;
    /// Largest message, in bytes, that is read for its row. Of a larger one, only the size is shown.
    static constexpr quint32 LargestPreviewed = 1 << 20;

    explicit ServerLogModel(QObject *parent = nullptr);
    ~ServerLogModel() override;

    void setSource(const ServerLog *log, const Capture *capture);
    /// Shows messages of at least this level, or without a valid one, that contain the text in level, logger or data.
    void setFilter(LogLevel least, const QString &text);

    /// Returns the number of messages, shown or not.
    [[nodiscard]] qsizetype total() const { return sourceCount(); }
    /// Returns the row of the first message in an event; -1 if none is shown.
    [[nodiscard]] int rowOfEvent(qsizetype event) const;

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] qsizetype sourceCount() const override;
    [[nodiscard]] bool accepts(qsizetype source) const override;

private:
    /// Texts of one row.
    struct RowText
    {
        QString level;
        QString logger;
        QString data;
    };
    [[nodiscard]] bool isUnasked(qsizetype source) const;
    [[nodiscard]] const RowText &words(qsizetype source) const;
    [[nodiscard]] RowText read(qsizetype source) const;
    [[nodiscard]] QString text(qsizetype source, int column) const;

    const ServerLog *m_log = nullptr;
    const Capture *m_capture = nullptr;
    LogLevel m_least = LogLevel::Debug;
    std::optional<TextMatcher> m_text;
    mutable QCache<qsizetype, RowText> m_words{512};
};

} // namespace Pullcord
