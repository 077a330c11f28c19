// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/messages/hexmodel.h"
#include "ui/views/filter/findable.h"

#include <QTableView>

namespace Pullcord {

/// Hex view of bytes, with as many bytes per row as fit. Hits are offsets; their bytes are marked. Copying takes the
/// selected rows as lines, or the current one.
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
    void copy() const;

    HexModel m_model;
};

} // namespace Pullcord
