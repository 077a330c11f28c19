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

/// Copy commands for the message in Details: the whole message, or, in Pretty and Tree, a value, its key or its
/// pointer. Also creates a filter from a value.
class DetailsCopy final : public QObject
{
    Q_OBJECT

public:
    DetailsCopy(TextView *pretty, JsonTreeView *tree, QWidget *panel);
    ~DetailsCopy() override;

    /// Sets the message.
    void setMessage(const QByteArray &bytes, bool isJson);
    /// Creates the button for the whole message.
    [[nodiscard]] QToolButton *makeButton(QWidget *parent);

signals:
    /// The user wants to see messages with the same value at this place.
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
    QList<QAction *> m_actions; ///< for the current value
    QByteArray m_bytes;
    bool m_isJson = false;
};

} // namespace Pullcord
