// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capture.h"
#include "core/capture/filter/filterpredicate.h"
#include "core/capture/noisefilter.h"
#include "core/capture/requestevents.h"
#include "ui/models/filter/colorrule.h"
#include "ui/models/findings/findingmarks.h"
#include "ui/models/growingtablemodel.h"
#include "ui/models/requests/hiddenrows.h"

#include <QCache>
#include <Qt>

#include <optional>

namespace Pullcord {

struct MarkTarget;
class RequestLog;

/// Columns and roles of MessageModel.
namespace MessageTable {

enum Column { Number, Time, Direction, Kind, Id, Method, Size, Content, ColumnCount };

enum Role {
    IndexRole = Qt::UserRole + 1, ///< qlonglong: index in the capture
    LogRowRole,                   ///< qlonglong: row of its request in the RequestLog; -1 if it has none
    EventKindRole,                ///< int: EventKind
    MessageKindRole,              ///< int: MessageKind
    DirectionRole,                ///< int: Pullcord::Direction
    LateRole,                     ///< bool: it came after the end of its request
    BorrowedMethodRole,           ///< bool: the method is that of the request answered by this response
    FlawedRole,                   ///< bool: it has a finding about an invalid message
};

} // namespace MessageTable

/// Messages and connection events of a capture, one row each. Columns and roles: MessageTable.
///
/// It stores only indices. The text of a row is read from the capture when it is painted, and cached for visible rows.
/// Lines of standard error and messages that have not left are excluded; other views show them.
class MessageModel final : public GrowingTableModel
{
    Q_OBJECT

public:
    /// Largest event, in bytes, that is read for its row. Of a larger one, only the size is shown.
    static constexpr quint32 LargestPreviewed = 1 << 20;

    explicit MessageModel(QObject *parent = nullptr);
    ~MessageModel() override;

    void setSource(const Capture *capture, const RequestLog *log);
    /// Shows only rows that pass the filter and are not noise; none shows all.
    void setFilter(std::optional<FilterPredicate> filter, std::optional<NoiseFilter> noise = {});
    /// Returns the rows that passed the filter but are hidden as noise.
    [[nodiscard]] const HiddenRows &hidden() const { return m_hidden; }
    void setRuleColors(RuleColors colors);
    /// Sets the source of the marks for findings, which must outlive the model.
    void setFindings(const FindingMarks &findings);
    /// Shows a row that is hidden as noise.
    void showAnyway(qsizetype source);
    /// Shows or hides the steps of HTTP exchanges, and the contents of streams other than messages.
    void setShowsHttp(bool shows);
    [[nodiscard]] bool showsHttp() const { return m_showsHttp; }
    /// Returns the number of those events, shown or not.
    [[nodiscard]] qsizetype httpCount() const;
    /// Returns the number of rows without a filter, including noise.
    [[nodiscard]] qsizetype total() const;

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    /// Returns the data of any event of the capture, shown or not.
    [[nodiscard]] QVariant dataOf(qsizetype source, int column, int role) const;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] qsizetype sourceCount() const override;
    [[nodiscard]] bool accepts(qsizetype source) const override;
    [[nodiscard]] bool acceptanceChanges(qsizetype source) const override;
    [[nodiscard]] SortKey keyOf(qsizetype source, int column) const override;

private:
    /// Texts of a row that require reading the event.
    struct RowText
    {
        QString id;
        QString method;
        QString content;
        bool borrowedMethod = false;
        enum class Origin : quint8 { Side, User, Operator, Withheld, Refused } origin = Origin::Side;
    };
    [[nodiscard]] bool agesWithRequests() const;
    void count() const;
    void onRequestChanged(qsizetype row);
    void onMarked(const MarkTarget &place);
    void repaintColors();
    [[nodiscard]] FindingMarks::Mark findingsOn(qsizetype source) const;
    [[nodiscard]] const ColorRule *ruleOf(qsizetype source) const;
    [[nodiscard]] QString heard(qsizetype source) const;
    void doubtMessages();
    [[nodiscard]] bool isInvalid(qsizetype source) const;
    [[nodiscard]] QString kindText(qsizetype source) const;
    [[nodiscard]] const RowText &words(qsizetype source) const;
    [[nodiscard]] RowText read(qsizetype source) const;
    [[nodiscard]] QString text(qsizetype source, int column) const;

    const Capture *m_capture = nullptr;
    bool m_hasTimes = true; ///< false if the capture has no timestamps
    const RequestLog *m_log = nullptr;
    std::optional<FilterPredicate> m_filter;
    mutable std::optional<NoiseFilter> m_noise; ///< mutable: it remembers earlier progress
    mutable HiddenRows m_hidden;
    RuleColors m_colors;
    const FindingMarks *m_findings = nullptr; ///< null: findings are not marked
    bool m_mayBeRecolored = false;            ///< rules may match differently, since requests have changed
    QSet<qsizetype> m_changedRows;            ///< rows of the log whose messages may appear or disappear
    std::optional<RequestEvents> m_events;    ///< while filtered
    QTimer m_aging;                           ///< runs until changed requests are processed
    bool m_showsHttp = true;
    mutable qsizetype m_counted = 0; ///< events counted so far
    mutable qsizetype m_httpCount = 0;
    mutable qsizetype m_otherCount = 0;
    mutable QCache<qsizetype, RowText> m_words{512};
};

} // namespace Pullcord
