// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

namespace Pullcord {

/// A label that shows its text verbatim. QLabel guesses the format, renders text that looks like HTML, and then loads
/// local files. tests/lint.sh therefore allows no other label in ui.
class PlainLabel : public QLabel
{
    Q_OBJECT

public:
    explicit PlainLabel(QWidget *parent = nullptr);
    explicit PlainLabel(const QString &text, QWidget *parent = nullptr);
    ~PlainLabel() override;
};

} // namespace Pullcord
