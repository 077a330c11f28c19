// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/jsontreemodel.h"
#include "ui/views/findable.h"

#include <QTimer>
#include <QTreeView>

namespace Pullcord {

/// A JSON text as a tree. What can be done with its values is the matter of who shows it.
class JsonTreeView final : public QTreeView, public Findable
{
    Q_OBJECT

public:
    explicit JsonTreeView(QWidget *parent = nullptr);
    ~JsonTreeView() override;

    /// `json` must have passed JsonChecker, or be empty for nothing.
    void showJson(const QByteArray &json);
    /// Opens all branches; of a large text as many as a person reads.
    void expandSome();
    /// Goes to the value at a JSON Pointer, or as near to it as there is something.
    void goTo(const QString &pointer);

    [[nodiscard]] std::unique_ptr<Finder> finderFor(const QString &wanted) const override;
    [[nodiscard]] qsizetype findFrom() const override;
    void markFound(const QString &wanted, const std::vector<qsizetype> &hits) override;
    void goToFound(qsizetype hit) override;

private:
    class Delegate;

    void widenForKeys();

    JsonTreeModel m_model;
    Delegate *m_delegate;
    QTimer m_widen; ///< what is in sight has changed
};

} // namespace Pullcord
