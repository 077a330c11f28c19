// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capture.h"
#include "core/capture/filter/filtertest.h"
#include "core/capture/noise.h"
#include "core/capture/requestevents.h"
#include "ui/models/colorrule.h"
#include "ui/models/findingmarks.h"
#include "ui/models/flaws.h"
#include "ui/models/hiddenrows.h"
#include "ui/models/logmodel.h"
#include "ui/models/messagemodelroles.h"

#include <QCache>

#include <optional>

namespace Pullcord {

class RequestLog;
struct MarkedPlace;

/// What crossed the wire, and what happened to the connection, a row each. Columns and roles:
/// messagemodelroles.h.
///
/// Only indices are kept; the text of a row is read from the capture when the row is painted, and
/// remembered for the rows on the screen. Lines of stderr and messages that wait for the wire are
/// left out: they have their own places.
class MessageModel final : public LogModel
{
    Q_OBJECT

public:
    /// A larger event is not read for its row; only its size is shown.
    static constexpr quint32 LargestPreviewed = 1 << 20;

    /// The longest of those that are usual in the column Kind.
    [[nodiscard]] static QStringList usualKinds();

    explicit MessageModel(QObject *parent = nullptr);
    ~MessageModel() override;

    void setSource(const Capture *capture, const RequestLog *log);
    /// Shows only what passes, and is no noise; none: everything.
    void setFilter(std::optional<FilterTest> filter, std::optional<Noise> noise = {});
    /// What it leaves out as noise, of what passes the filter.
    [[nodiscard]] const HiddenRows &hidden() const { return m_hidden; }
    /// By which rules rows are coloured.
    void setRuleColors(RuleColors colors);
    /// What marks rows that something was found on; it must outlive the model.
    void setFindings(const FindingMarks &findings);
    /// Somebody wants to see it, noise or not.
    void showAnyway(qsizetype source);
    /// Whether the steps of HTTP exchanges, and what comes in a stream beside messages, have rows too.
    void setShowsHttp(bool shows);
    [[nodiscard]] bool showsHttp() const { return m_showsHttp; }
    /// How many such there are, shown or not.
    [[nodiscard]] qsizetype httpCount() const;
    /// How many rows there are without a filter, noise among them.
    [[nodiscard]] qsizetype total() const;

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    /// The same of any event of the capture, whatever is shown.
    [[nodiscard]] QVariant dataOf(qsizetype source, int column, int role) const;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    [[nodiscard]] qsizetype sourceCount() const override;
    [[nodiscard]] bool accepts(qsizetype source) const override;
    [[nodiscard]] bool acceptanceChanges(qsizetype source) const override;
    [[nodiscard]] SortKey keyOf(qsizetype source, int column) const override;

private:
    /// The texts of one row that only the event itself can tell.
    struct Words
    {
        QString id;
        QString method;
        QString content;
        bool borrowedMethod = false;
        bool byHand = false;
    };
    [[nodiscard]] bool agesWithRequests() const;
    void count() const;
    void onRequestChanged(qsizetype row);
    void onMarked(const MarkedPlace &place);
    void repaintColors();
    [[nodiscard]] FindingMarks::Mark findingsOn(qsizetype source) const;
    [[nodiscard]] const ColorRule *ruleOf(qsizetype source) const;
    [[nodiscard]] QString heard(qsizetype source) const;
    void doubtMessages();
    [[nodiscard]] QStringList flawsOf(qsizetype source) const;
    [[nodiscard]] QString kindText(qsizetype source) const;
    [[nodiscard]] const Words &words(qsizetype source) const;
    [[nodiscard]] Words read(qsizetype source) const;
    [[nodiscard]] QString text(qsizetype source, int column) const;

    const Capture *m_capture = nullptr;
    bool m_hasTimes = true; ///< false: nobody has written down when anything happened
    const RequestLog *m_log = nullptr;
    std::optional<FilterTest> m_filter;
    mutable std::optional<Noise> m_noise; ///< it learns what progress came before
    mutable HiddenRows m_hidden;
    RuleColors m_colors;
    const FindingMarks *m_findings = nullptr; ///< null: nobody looks
    bool m_mayBeRecolored = false;            ///< since requests have changed
    QSet<qsizetype> m_changedRows;            ///< of the log, whose messages may come or go
    std::optional<RequestEvents> m_events;    ///< while there is a filter
    mutable std::optional<Flaws> m_flaws;
    QTimer m_aging; ///< until they are looked at
    bool m_showsHttp = true;
    mutable qsizetype m_counted = 0; ///< events looked at for that
    mutable qsizetype m_httpCount = 0;
    mutable qsizetype m_otherCount = 0;
    mutable QCache<qsizetype, Words> m_words{512};
};

} // namespace Pullcord
