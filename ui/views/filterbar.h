// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter/filter.h"
#include "ui/models/keptfilter.h"

#include <QStringList>
#include <QWidget>

class QAction;
class QLabel;
class QMenu;
class QToolButton;

namespace Pullcord {

class FilterLine;

/// What a table of a log is filtered by: a line in the filter language, and a menu of filters to begin with, kept and used
/// before.
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
    /// Takes the place of the present filter.
    void showOnly(const QString &filter);
    /// Narrows it to what was going on in a stretch of time, ns since the start of the capture, in the place of the last such.
    void showBetween(qint64 from, qint64 to);
    /// Takes that stretch of time out again, if it still stands there.
    void dropBetween();
    /// What the menu offers beside ours; newest first. The answer to listsWanted().
    void setLists(const QList<KeptFilter> &saved, const QStringList &history);
    /// A button for what hides noise, and a menu of what is noise, each with its Noise::Kind as data.
    void offerNoise(QAction *hide, const QList<QAction *> &kinds);
    /// The kinds of noise that are hidden; 0: none is.
    [[nodiscard]] int hiddenKinds() const;
    /// So many rows are hidden as noise; never without a sign of it.
    void setHiddenCount(qsizetype count);
    /// So many rows of so many pass it, or more while rows are looked at; said while it asks for something, and of the last one
    /// while what is typed is no filter.
    void setCounts(qsizetype passing, qsizetype all, bool isSearching);
    /// Of messages: whether rows about HTTP are shown.
    [[nodiscard]] bool showsHttp() const;
    void setShowsHttp(bool shows);
    /// So many there are; without any there is nothing to choose.
    void setHttpCount(qsizetype count);

signals:
    /// filter(), hiddenKinds() or showsHttp() is another.
    void changed();
    /// Somebody has taken out the stretch of time.
    void betweenDropped();
    void showsHttpChanged();
    /// Somebody has written a filter to the end, and may want it again.
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
    /// `title`: of all of them.
    void offerList(const QString &title, const QList<KeptFilter> &filters);
    void offerKeeping();
    /// Narrows what is shown by one more term, or begins with it.
    void add(const QString &filter);
    void sayCounts();
    void sayHttp();
    void sayNoise();

    For m_table;
    FilterLine *m_line;
    QLabel *m_counts;
    QToolButton *m_choose;
    QMenu *m_menu;
    QString m_between; ///< the terms for a stretch of time
    QList<KeptFilter> m_saved;
    QStringList m_history;
    QToolButton *m_http = nullptr; ///< null for requests
    qsizetype m_httpCount = 0;
    QToolButton *m_noise = nullptr; ///< null until there is something to hide
    QAction *m_hide = nullptr;
    QList<QAction *> m_kinds;
    qsizetype m_hiddenCount = 0;
    qsizetype m_passing = 0;
    qsizetype m_all = 0;
    bool m_isSearching = false;
};

} // namespace Pullcord
