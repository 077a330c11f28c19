// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSpinBox>

namespace Pullcord {

class FieldNote;

/// Spin box for a number. An invalid input is explained in a note, with the value that was kept.
class NumberBox final : public QSpinBox
{
    Q_OBJECT

public:
    explicit NumberBox(QWidget *parent = nullptr);
    ~NumberBox() override;

    /// Returns the note, to be placed below the box.
    [[nodiscard]] FieldNote *note() const { return m_note; }
    /// Accepts the typed text. Returns false and takes the focus once after an invalid input.
    [[nodiscard]] bool settle();

    [[nodiscard]] QValidator::State validate(QString &input, int &position) const override;
    void fixup(QString &input) const override;

private:
    FieldNote *m_note;
    mutable bool m_refused = false; ///< an input was refused, and settle() has not reported it yet
};

} // namespace Pullcord
