// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/filter.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLineEdit;
class QToolButton;

namespace Pullcord {

/// A text to search for and a list of kinds to show: what a table of a log is filtered by.
class FilterBar final : public QWidget
{
    Q_OBJECT

public:
    enum class For : quint8 { Requests, Messages };

    explicit FilterBar(For table, QWidget *parent = nullptr);
    ~FilterBar() override;

    [[nodiscard]] Filter filter() const;
    void focusText();
    /// Of messages: whether rows about HTTP are shown.
    [[nodiscard]] bool showsHttp() const;
    void setShowsHttp(bool shows);
    /// So many there are; without any there is nothing to choose.
    void setHttpCount(qsizetype count);

signals:
    /// Shortly after the last key, or at once for a choice.
    void changed();

private:
    void makeHttp();
    void sayHttp();
    void offer(const QString &name, const Filter &filter);

    QLineEdit *m_text;
    QComboBox *m_kind;
    QToolButton *m_http = nullptr; ///< null for requests
    qsizetype m_httpCount = 0;
    QList<Filter> m_kinds; ///< of the list's rows
    QTimer m_typing;
};

} // namespace Pullcord
