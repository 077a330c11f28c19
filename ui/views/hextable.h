// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/hexmodel.h"
#include "ui/views/findable.h"

#include <QTableView>

namespace Pullcord {

/// Bytes to read: as many in a row as there is room for. What is found are offsets. Copies the selected rows as lines.
class HexTable final : public QTableView, public Findable
{
    Q_OBJECT

public:
    explicit HexTable(QWidget *parent = nullptr);
    ~HexTable() override;

    void showBytes(const QByteArray &bytes);
    [[nodiscard]] const HexModel &hex() const { return m_model; }

    [[nodiscard]] std::unique_ptr<Finder> finderFor(const QString &wanted) const override;
    [[nodiscard]] qsizetype findFrom() const override;
    void markFound(const QString &wanted, const std::vector<qsizetype> &hits) override;
    void goToFound(qsizetype hit) override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    class Delegate;

    void fit();
    void selectFound();
    void copy() const;

    HexModel m_model;
    qsizetype m_length = 0; ///< of what was found
    qsizetype m_shown = -1; ///< of that, where what is selected begins; -1: nothing is, or by somebody
};

} // namespace Pullcord
