// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QSpinBox>

namespace Pullcord {

class FieldNote;

/// A whole number to type. Where what is typed is none of those that may be, the note says so, and which was taken in its place.
class NumberBox final : public QSpinBox
{
    Q_OBJECT

public:
    explicit NumberBox(QWidget *parent = nullptr);
    ~NumberBox() override;

    /// To be laid out below it.
    [[nodiscard]] FieldNote *note() const { return m_note; }
    /// Takes what is typed. False, and the focus, the first time after something else was typed than can be taken.
    [[nodiscard]] bool settle();

    [[nodiscard]] QValidator::State validate(QString &input, int &position) const override;
    void fixup(QString &input) const override;

private:
    FieldNote *m_note;
    mutable bool m_refused = false; ///< and nobody has been asked to look since
};

} // namespace Pullcord
