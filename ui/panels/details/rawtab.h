// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/filter/findable.h"

#include <QWidget>

class QAction;
class QVBoxLayout;

namespace Pullcord {

class HexTable;
class TextView;

/// Raw bytes of a message, as text or as a hex dump.
class RawTab final : public QWidget, public Findable
{
    Q_OBJECT

public:
    explicit RawTab(QWidget *parent = nullptr);
    ~RawTab() override;

    void showBytes(const QByteArray &bytes);
    /// Sets the action that switches to the hex dump; it gets a button.
    void follow(QAction *asHex);
    [[nodiscard]] TextView *text() const { return m_text; }
    [[nodiscard]] bool isHex() const { return m_isHex; }

    [[nodiscard]] std::unique_ptr<Finder> finderFor(const QString &wanted) const override;
    [[nodiscard]] qsizetype findFrom() const override;
    void markFound(const QString &wanted, const std::vector<qsizetype> &hits) override;
    void goToFound(qsizetype hit) override;

signals:
    /// Positions of hits have changed.
    void viewChanged();

private:
    void setHex(bool isHex);
    void fill();
    [[nodiscard]] Findable &shown() const;

    QByteArray m_bytes;
    bool m_isHex = false;
    bool m_hasText = true; ///< the text is up to date; m_hasHex: the hex dump is up to date
    bool m_hasHex = true;
    QVBoxLayout *m_layout;
    TextView *m_text;
    HexTable *m_hex;
};

} // namespace Pullcord
