// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/widgets/numberbox.h"

#include "ui/views/widgets/fieldnote.h"

#include <QLineEdit>

#include <utility>

namespace Pullcord {

NumberBox::NumberBox(QWidget *parent)
    : QSpinBox(parent)
    , m_note(new FieldNote(parent))
{
    setKeyboardTracking(false); // otherwise an incomplete number would count
    connect(lineEdit(), &QLineEdit::textEdited, this, [this] {
        m_refused = false;
        m_note->say(lineEdit()->hasAcceptableInput() ? QString()
                                                     : tr("A number from %1 to %2", "that is to be typed")
                                                           .arg(textFromValue(minimum()), textFromValue(maximum())));
    });
    connect(this, &QSpinBox::valueChanged, this, [this] {
        m_refused = false;
        m_note->say({});
    });
}

NumberBox::~NumberBox() = default;

bool NumberBox::settle()
{
    interpretText();
    if (!std::exchange(m_refused, false))
        return true;
    setFocus();
    selectAll();
    return false;
}

/// Lets the user type invalid text, too, so that the note can explain it.
QValidator::State NumberBox::validate(QString &input, int &position) const
{
    const bool isSpecial = !input.isEmpty() && input == specialValueText();
    return isSpecial ? QValidator::Acceptable : qMax(QValidator::Intermediate, QSpinBox::validate(input, position));
}

void NumberBox::fixup(QString &input) const
{
    QString typed = input;
    if (typed.endsWith(suffix()))
        typed.chop(suffix().size());
    QSpinBox::fixup(input);
    int position = 0;
    if (validate(input, position) == QValidator::Acceptable)
        return;
    m_refused = true;
    m_note->say(tr("“%1” is not between %2 and %3. Keeping %4.")
                    .arg(typed, textFromValue(minimum()), textFromValue(maximum()), textFromValue(value())));
}

} // namespace Pullcord
