// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/diagnosticsdialog.h"

#include "core/logging.h"
#include "ui/dialogs/filedialogs.h"
#include "ui/models/languages.h"
#include "ui/services.h"
#include "ui/settings.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/screenroom.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/plainlabel.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QFontDatabase>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSaveFile>
#include <QScreen>
#include <QSslSocket>
#include <QStyle>
#include <QSysInfo>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

QString compiler()
{
#if defined(__clang__)
    return QStringLiteral("Clang " __clang_version__);
#elif defined(__GNUC__)
    return QStringLiteral("GCC " __VERSION__);
#else
    return u"unknown"_s;
#endif
}

QString environment(const char *name)
{
    const QString value = qEnvironmentVariable(name);
    return value.isEmpty() ? u"not set"_s : value;
}

/// Returns the file names of loaded libraries that this machine may have or lack, or whose version matters.
QStringList loadedLibraries()
{
    static const QStringList wanted{u"libproxy"_s,    u"libssl"_s,   u"libsimdjson"_s,
                                    u"libyaml-cpp"_s, u"libicuuc"_s, u"libwayland-client"_s,
                                    u"libxcb"_s};
    QFile maps(u"/proc/self/maps"_s);
    QStringList names;
    if (!maps.open(QIODevice::ReadOnly))
        return names;
    const QList<QByteArray> lines = maps.readAll().split('\n');
    for (const QByteArray &line : lines) {
        const QString name = QString::fromLocal8Bit(line.mid(line.lastIndexOf('/') + 1));
        if (wanted.contains(name.section(u".so"_s, 0, 0)) && !names.contains(name))
            names << name;
    }
    return names;
}

QStringList screens()
{
    QStringList texts;
    for (const QScreen *screen : QApplication::screens()) {
        const QSize size = screen->size();
        texts << u"%1 × %2, scale %3, %4 dpi"_s.arg(size.width())
                     .arg(size.height())
                     .arg(screen->devicePixelRatio())
                     .arg(qRound(screen->logicalDotsPerInch()));
    }
    return texts;
}

} // namespace

QString DiagnosticsDialog::report(const Services &services)
{
    const Settings &settings = services.settings;
    QStringList lines;
    const auto add = [&lines](const QString &name, const QString &value) { lines << name + u": "_s + value; };
    lines << services.program;
    add(u"Built with"_s, u"%1, Qt %2"_s.arg(compiler(), QStringLiteral(QT_VERSION_STR)));
    add(u"Running with"_s,
        u"Qt %1, TLS %2"_s.arg(QString::fromLatin1(qVersion()), QSslSocket::sslLibraryVersionString()));
    add(u"Libraries"_s, loadedLibraries().join(u", "_s));
    add(u"System"_s, u"%1, %2 %3, %4"_s.arg(QSysInfo::prettyProductName(), QSysInfo::kernelType(),
                                            QSysInfo::kernelVersion(), QSysInfo::currentCpuArchitecture()));
    add(u"Desktop"_s, u"%1, session %2"_s.arg(environment("XDG_CURRENT_DESKTOP"), environment("XDG_SESSION_TYPE")));
    add(u"Platform plugin"_s, u"%1, style %2"_s.arg(QApplication::platformName(), QApplication::style()->objectName()));
    add(u"Screens"_s, screens().join(u"; "_s));
    add(u"Language"_s, u"%1 (setting: %2), locale %3"_s.arg(
                           Languages::spoken(), settings.language().isEmpty() ? u"system"_s : settings.language(),
                           QLocale::system().name()));
    add(u"Settings file"_s, settings.fileName());
    add(u"Folder of captures"_s, services.sessionsFolder);
    add(u"Settings"_s, settings.plainValues().join(u", "_s));
    lines << QString();
    const QStringList log = Log::lastLines();
    if (log.isEmpty())
        lines << u"Log: empty. Start Pullcord with --log 'pullcord.*' to record one."_s;
    else
        lines << u"Log, the last lines:"_s << log;
    const QString home = QDir::homePath();
    QString text = lines.join(u'\n') + u'\n';
    return home.size() > 1 ? text.replace(home + u'/', "~/"_L1) : text; // also in the log
}

DiagnosticsDialog::DiagnosticsDialog(const Services &services, QWidget *parent)
    : QDialog(parent)
    , m_dialogs(services.dialogs)
    , m_text(new QPlainTextEdit(report(services), this))
    , m_state(new PlainLabel(this))
{
    setObjectName(u"diagnosticsDialog"_s);
    setWindowTitle(tr("Diagnostics"));
    auto *label = new PlainLabel(
        tr("&Attach this to a bug report. It contains no command, header or message. A log may name hosts "
           "of servers; read it before you publish it."),
        this);
    label->setWordWrap(true);
    label->setBuddy(m_text);
    m_text->setObjectName(u"diagnosticsText"_s);
    m_text->setAccessibleName(tr("Diagnostics"));
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_state->setObjectName(u"diagnosticsState"_s);
    m_state->setWordWrap(true);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton *copyButton = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    copyButton->setObjectName(u"diagnosticsCopy"_s);
    copyButton->setIcon(Icons::icon("copy"));
    copyButton->setToolTip(tr("Copy the whole text"));
    QPushButton *saveButton = buttons->addButton(tr("&Save…"), QDialogButtonBox::ActionRole);
    saveButton->setObjectName(u"diagnosticsSave"_s);
    saveButton->setToolTip(tr("Save the text in a file"));
    copyButton->setDefault(true);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(label);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_state);
    layout->addWidget(buttons);
    resize(ScreenRoom::bounded(*this, {100 * letterWidth(fontMetrics()), 32 * fontMetrics().lineSpacing()}));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(copyButton, &QPushButton::clicked, this, &DiagnosticsDialog::copy);
    connect(saveButton, &QPushButton::clicked, this, &DiagnosticsDialog::save);
}

void DiagnosticsDialog::copy()
{
    QApplication::clipboard()->setText(m_text->toPlainText());
    m_state->setText(tr("The text was copied."));
}

void DiagnosticsDialog::save()
{
    m_dialogs.saveFile(this, tr("Save Diagnostics"), u"pullcord-diagnostics.txt"_s, {tr("Text (*.txt)")}, {u"txt"_s},
                       [self = QPointer(this)](const FileDialogs::SaveChoice &choice) {
                           if (self)
                               self->write(choice.path);
                       });
}

void DiagnosticsDialog::write(const QString &path)
{
    QSaveFile file(path);
    const QByteArray text = m_text->toPlainText().toUtf8();
    const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit();
    m_state->setText(isWritten ? tr("Written to %1.").arg(QDir::toNativeSeparators(path))
                               : tr("Cannot write the diagnostics: %1").arg(file.errorString()));
}

} // namespace Pullcord
