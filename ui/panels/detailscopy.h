// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonspot.h"

#include <QObject>

#include <functional>

class QAction;
class QMenu;
class QToolButton;
class QWidget;

namespace Pullcord {

class JsonTreeView;
class TextView;

/// What can be copied from the message in Details: all of it, or, in Pretty and Tree, a value, its key, its place; and a
/// filter for it.
class DetailsCopy final : public QObject
{
    Q_OBJECT

public:
    DetailsCopy(TextView *pretty, JsonTreeView *tree, QWidget *panel);
    ~DetailsCopy() override;

    /// The message that is shown.
    void setMessage(const QByteArray &bytes, bool isJson);
    /// Copies the message; from the tree, the value that is selected.
    [[nodiscard]] QToolButton *makeButton(QWidget *parent);

signals:
    /// Somebody wants to see what has the same value there: a filter.
    void filterWanted(const QString &filter);

private:
    void makeActions();
    QAction *make(const char *name, const QString &text, const QKeySequence &shortcut,
                  std::function<QString(const JsonSpot &)> content);
    void showMenu(QWidget *view, const QPoint &at);
    void copyMessage();
    [[nodiscard]] JsonSpot spot() const;
    [[nodiscard]] static QString valueOf(const JsonSpot &spot);

    TextView *m_pretty;
    JsonTreeView *m_tree;
    QAction *m_copyMessage;
    QAction *m_filter = nullptr;
    QList<QAction *> m_actions; ///< about one value
    QByteArray m_bytes;
    bool m_isJson = false;
};

} // namespace Pullcord
