// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QHeaderView;

namespace Pullcord {

/// Keeps the sections of a header as wide in letters as they are, whatever the font becomes. It belongs to the header.
class LetterColumns final : public QObject
{
    Q_OBJECT

public:
    explicit LetterColumns(QHeaderView *header);
    ~LetterColumns() override;

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] double letter() const;

    QHeaderView *m_header;
    double m_letter; ///< how wide one is in the font that the sections are made for
};

} // namespace Pullcord
