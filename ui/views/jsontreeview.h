// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/jsontreemodel.h"

#include <QTreeView>

namespace Pullcord {

/// A JSON text as a tree, whose values and pointers can be copied.
class JsonTreeView final : public QTreeView
{
    Q_OBJECT

public:
    explicit JsonTreeView(QWidget *parent = nullptr);
    ~JsonTreeView() override;

    /// `json` must have passed JsonChecker, or be empty for nothing.
    void showJson(const QByteArray &json);

private:
    void showMenu(const QPoint &at);

    JsonTreeModel m_model;
};

} // namespace Pullcord
