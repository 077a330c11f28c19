// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/messages/jsontreemodel.h"
#include "ui/views/filter/findable.h"

#include <QTimer>
#include <QTreeView>

namespace Pullcord {

/// Tree view of a JSON text. Commands for its values belong to the owner.
class JsonTreeView final : public QTreeView, public Findable
{
    Q_OBJECT

public:
    explicit JsonTreeView(QWidget *parent = nullptr);
    ~JsonTreeView() override;

    /// `json` must have passed JsonChecker; empty clears the view.
    void showJson(const QByteArray &json);
    /// Expands all branches, up to a limit for a large text.
    void expandSome();
    /// Selects the value at a JSON Pointer, or the nearest existing one around it.
    void goTo(const QString &pointer);

    [[nodiscard]] std::unique_ptr<Finder> finderFor(const QString &wanted) const override;
    [[nodiscard]] qsizetype findFrom() const override;
    void markFound(const QString &wanted, const std::vector<qsizetype> &hits) override;
    void goToFound(qsizetype hit) override;

protected:
    void changeEvent(QEvent *event) override;

private:
    class Delegate;

    void widenForKeys();

    JsonTreeModel m_model;
    Delegate *m_delegate;
    double m_letter; ///< letter width in the font of the present widths
    QTimer m_widen;  ///< runs after a change of the visible rows
};

} // namespace Pullcord
