// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filter.h"
#include "ui/models/filter/keptfilter.h"

#include <QStringList>
#include <QWidget>

class QAction;
class QLabel;
class QMenu;
class QToolButton;

namespace Pullcord {

class FilterLine;

/// The filter of a log table: a line in the filter language, and a menu with examples, saved and recent filters.
class FilterBar final : public QWidget
{
    Q_OBJECT

public:
    enum class For : quint8 { Requests, Messages };

    explicit FilterBar(For table, QWidget *parent = nullptr);
    ~FilterBar() override;

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] const Filter &filter() const;
    [[nodiscard]] FilterLine *line() const { return m_line; }
    void focusText();
    /// Replaces the filter.
    void showOnly(const QString &filter);
    /// Adds a term for events within a time range, in ns since the start of the capture. Replaces the previous range.
    void showBetween(qint64 from, qint64 to);
    /// Removes the time range, if it is still in the filter.
    void dropBetween();
    /// Sets the saved and recent filters for the menu, newest first. Call in response to listsWanted().
    void setLists(const QList<KeptFilter> &saved, const QStringList &history);
    /// Adds a button that hides noise, and a menu of kinds of noise, each with its NoiseFilter::Kind as data.
    void offerNoise(QAction *hide, const QList<QAction *> &kinds);
    /// Returns the bits of NoiseFilter::Kind for the kinds hidden now; 0: none.
    [[nodiscard]] int hiddenKinds() const;
    /// Sets the number of rows hidden as noise; shown unless it is 0.
    void setHiddenCount(qsizetype count);
    /// Sets the number of matching rows, so far if `isSearching`. Shown while there is a filter; during an invalid
    /// input, for the last valid one.
    void setCounts(qsizetype passing, qsizetype all, bool isSearching);
    /// True if the message table shows rows about HTTP.
    [[nodiscard]] bool showsHttp() const;
    void setShowsHttp(bool shows);
    /// Sets the number of rows about HTTP; 0 hides the button.
    void setHttpCount(qsizetype count);

signals:
    /// filter(), hiddenKinds() or showsHttp() has changed.
    void changed();
    /// The user has removed the time range.
    void betweenDropped();
    void showsHttpChanged();
    /// The user has completed a filter and may want it again.
    void used(const QString &filter);
    /// The menu is about to open.
    void listsWanted();
    void keepingRequested(const Pullcord::KeptFilter &kept);
    void forgettingRequested(const QString &filter);

private:
    void makeHttp();
    void makeMenu();
    void fillMenu();
    void offer(const QString &title, const QString &filter);
    void noteBetween();
    /// `title` heads the list in the menu.
    void offerList(const QString &title, const QList<KeptFilter> &filters);
    void offerKeeping();
    /// Appends a term to the filter.
    void add(const QString &filter);
    void sayCounts();
    void sayHttp();
    void sayNoise();

    For m_table;
    FilterLine *m_line;
    QLabel *m_counts;
    QToolButton *m_choose;
    QMenu *m_menu;
    QString m_between; ///< terms of the time range
    QList<KeptFilter> m_saved;
    QStringList m_history;
    QToolButton *m_http = nullptr; ///< null for requests
    qsizetype m_httpCount = 0;
    QToolButton *m_noise = nullptr; ///< null until offerNoise()
    QAction *m_hide = nullptr;
    QList<QAction *> m_kinds;
    qsizetype m_hiddenCount = 0;
    qsizetype m_passing = 0;
    qsizetype m_all = 0;
    bool m_isSearching = false;
};

} // namespace Pullcord
