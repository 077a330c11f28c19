// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

class QHeaderView;

namespace Pullcord {

/// Scales the sections of a header with the font. Owned by the header.
class FontScaledSections final : public QObject
{
    Q_OBJECT

public:
    explicit FontScaledSections(QHeaderView *header);
    ~FontScaledSections() override;

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] double letter() const;

    QHeaderView *m_header;
    double m_letter; ///< average letter width in the font of the present sizes
};

} // namespace Pullcord
