// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/preferencesdialog.h"

#include "ui/models/languages.h"
#include "ui/settings.h"
#include "ui/views/style/screenroom.h"
#include "ui/views/widgets/fieldnote.h"
#include "ui/views/widgets/plainlabel.h"
#include "ui/views/widgets/scrolledbox.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>

#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

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

namespace {

NumberBox *makeNumber(const Settings &settings, const Setting<int> &setting, const QString &name, const QString &suffix,
                      QWidget *parent)
{
    auto *box = new NumberBox(parent);
    box->setObjectName(name);
    box->setRange(setting.lowest, setting.highest);
    box->setSuffix(suffix);
    box->setGroupSeparatorShown(true);
    box->setValue(settings.value(setting));
    return box;
}

void addNumber(QFormLayout &form, const QString &title, NumberBox *box)
{
    box->note()->setObjectName(box->objectName() + u"Note"_s);
    form.addRow(title, box);
    form.addRow(QString(), box->note());
}

} // namespace

PreferencesDialog::PreferencesDialog(Settings &settings, const QString &sessionsFolder, QWidget *parent)
    : QDialog(parent)
    , m_settings(settings)
    , m_language(new QComboBox(this))
    , m_atStart(new QComboBox(this))
    , m_keep(new QCheckBox(tr("&Keep every conversation as a capture file"), this))
    , m_openProxies(new QCheckBox(tr("Open new prox&ies automatically"), this))
    , m_megabytes(makeNumber(settings, Settings::SessionsMegabytes, u"sessionsMegabytes"_s, tr(" MB"), this))
    , m_depth(makeNumber(settings, Settings::JsonDepth, u"jsonDepth"_s, tr(" levels"), this))
    , m_size(makeNumber(settings, Settings::JsonMegabytes, u"jsonMegabytes"_s, tr(" MB"), this))
    , m_probe(makeNumber(settings, Settings::ProbeMilliseconds, u"probeMilliseconds"_s, tr(" ms"), this))
    , m_timeout(makeNumber(settings, Settings::CallTimeoutSeconds, u"callTimeoutSeconds"_s, tr(" s", "seconds"), this))
{
    setObjectName(u"preferencesDialog"_s);
    setWindowTitle(tr("Preferences"));
    m_keep->setObjectName(u"keepSessions"_s);
    m_keep->setChecked(settings.value(Settings::KeepSessions));
    m_openProxies->setObjectName(u"openProxies"_s);
    m_openProxies->setChecked(settings.value(Settings::OpenProxies));
    m_openProxies->setToolTip(tr("Each proxy that starts gets a tab in the background, which follows its capture"));
    m_timeout->setSpecialValueText(tr("none", "no timeout"));
    m_probe->setToolTip(tr("If server/discover gets no response within this time, an older revision is assumed"));

    auto *sessions = new QGroupBox(tr("Conversations"), this);
    auto *sessionsForm = new QFormLayout(sessions);
    sessionsForm->addRow(m_keep);
    auto *folder = new PlainLabel(
        tr("Captures are kept in %1. Pullcord never deletes any by itself.").arg(sessionsFolder), sessions);
    folder->setWordWrap(true);
    folder->setTextInteractionFlags(Qt::TextSelectableByMouse);
    sessionsForm->addRow(folder);
    addNumber(*sessionsForm, tr("Warn when &more than:"), m_megabytes);
    sessionsForm->addRow(m_openProxies);
    auto *calls = new QGroupBox(tr("Connections and calls"), this);
    auto *callsForm = new QFormLayout(calls);
    addNumber(*callsForm, tr("&Probe for the revision:"), m_probe);
    addNumber(*callsForm, tr("&Timeout of a call:"), m_timeout);
    auto *json = new QGroupBox(tr("Accepted messages"), this);
    auto *jsonForm = new QFormLayout(json);
    addNumber(*jsonForm, tr("&Nesting up to:"), m_depth);
    addNumber(*jsonForm, tr("&Size up to:"), m_size);
    auto *note = new PlainLabel(tr("Changes apply to new conversations."), this);
    note->setForegroundRole(QPalette::PlaceholderText);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    auto *boxes = new QWidget(this);
    auto *column = new QVBoxLayout(boxes);
    column->setContentsMargins(0, 0, 0, 0);
    for (QWidget *each : {makeLanguageBox(), makeStartBox(), static_cast<QWidget *>(sessions),
                          static_cast<QWidget *>(calls), static_cast<QWidget *>(json), static_cast<QWidget *>(note)})
        column->addWidget(each);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(new ScrolledBox(boxes, this), 1);
    layout->addWidget(buttons);
    resize(ScreenRoom::bounded(*this, sizeHint()));
    connect(m_keep, &QCheckBox::toggled, m_megabytes, &QWidget::setEnabled);
    m_megabytes->setEnabled(m_keep->isChecked());
    connect(buttons, &QDialogButtonBox::accepted, this, &PreferencesDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

PreferencesDialog::~PreferencesDialog() = default;

QWidget *PreferencesDialog::makeLanguageBox()
{
    m_language->setObjectName(u"language"_s);
    m_language->addItem(tr("System", "the language of the system"), QString());
    for (const Languages::Language &language : Languages::all())
        m_language->addItem(language.name, language.code);
    m_language->setCurrentIndex(qMax(0, m_language->findData(m_settings.language())));
    auto *box = new QGroupBox(tr("Language"), this);
    auto *form = new QFormLayout(box);
    form->addRow(tr("&Language of the window:"), m_language);
    auto *note = new PlainLabel(tr("Takes effect after a restart."), box);
    note->setForegroundRole(QPalette::PlaceholderText);
    form->addRow(note);
    return box;
}

/// In the order of Settings::AtStart.
QWidget *PreferencesDialog::makeStartBox()
{
    m_atStart->setObjectName(u"atStart"_s);
    m_atStart->addItems(
        {tr("Offer to reopen windows and tabs"), tr("Reopen windows and tabs"), tr("Start with an empty window")});
    m_atStart->setCurrentIndex(m_settings.value(Settings::AtStartIs));
    m_atStart->setToolTip(tr("Captures are shown again, but no server is started"));
    auto *box = new QGroupBox(tr("Start"), this);
    auto *form = new QFormLayout(box);
    form->addRow(tr("&When Pullcord starts:"), m_atStart);
    return box;
}

void PreferencesDialog::save()
{
    for (NumberBox *box : {m_megabytes, m_probe, m_timeout, m_depth, m_size}) {
        if (!box->settle())
            return; // the problem is explained beside it
    }
    m_settings.set(Settings::AtStartIs, m_atStart->currentIndex());
    m_settings.setLanguage(m_language->currentData().toString());
    m_settings.set(Settings::KeepSessions, m_keep->isChecked());
    m_settings.set(Settings::OpenProxies, m_openProxies->isChecked());
    m_settings.set(Settings::SessionsMegabytes, m_megabytes->value());
    m_settings.set(Settings::JsonDepth, m_depth->value());
    m_settings.set(Settings::JsonMegabytes, m_size->value());
    m_settings.set(Settings::ProbeMilliseconds, m_probe->value());
    m_settings.set(Settings::CallTimeoutSeconds, m_timeout->value());
    accept();
}

} // namespace Pullcord

#include "preferencesdialog.moc"
