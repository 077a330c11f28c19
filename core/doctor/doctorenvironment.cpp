// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/doctorenvironment.h"

#include <QFile>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

constexpr std::array KindNames{"this"_L1, "login-shell"_L1, "desktop-host"_L1}; // by Kind

/// PATH of pam_env(7), which sets it for every session.
QString sessionPath()
{
    QFile file(u"/etc/environment"_s);
    if (file.open(QIODevice::ReadOnly | QIODevice::Text)) {
        const QByteArrayList lines = file.read(qint64(1) << 16).split('\n');
        for (const QByteArray &line : lines) {
            if (line.startsWith("PATH="))
                return QString::fromUtf8(line.sliced(5).replace('"', "").replace('\'', "").trimmed());
        }
    }
    return u"/usr/local/bin:/usr/bin:/bin"_s;
}

} // namespace

DoctorEnvironment DoctorEnvironment::thisProgram()
{
    return {Kind::ThisProgram, QProcessEnvironment::systemEnvironment()};
}

DoctorEnvironment DoctorEnvironment::desktopHost()
{
    const QProcessEnvironment own = QProcessEnvironment::systemEnvironment();
    DoctorEnvironment host{Kind::DesktopHost};
    for (const QString &name : {u"HOME"_s, u"LOGNAME"_s, u"SHELL"_s, u"TERM"_s, u"USER"_s}) {
        if (own.contains(name))
            host.variables.insert(name, own.value(name));
    }
    host.variables.insert(u"PATH"_s, sessionPath());
    return host;
}

StdioCommand DoctorEnvironment::applied(const StdioCommand &command) const
{
    const bool inheritsNothing = !command.inheritEnvironment && command.inheritedVariables.isEmpty();
    if (inheritsNothing || kind == Kind::ThisProgram)
        return command;
    StdioCommand applied = command;
    applied.inheritEnvironment = false;
    applied.inheritedVariables.clear();
    applied.setVariables.clear();
    const QStringList names = command.inheritEnvironment ? variables.keys() : command.inheritedVariables;
    for (const QString &name : names) {
        if (variables.contains(name) && !command.unsetVariables.contains(name))
            applied.setVariables.insert(name, variables.value(name));
    }
    applied.setVariables.insert(command.setVariables);
    return applied;
}

TranslatableText DoctorEnvironment::title() const
{
    switch (kind) {
    case Kind::ThisProgram:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Pullcord"));
    case Kind::LoginShell:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Login shell"));
    case Kind::DesktopHost:
        break;
    }
    return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "Desktop host"));
}

TranslatableText DoctorEnvironment::phrase() const
{
    switch (kind) {
    case Kind::ThisProgram:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "this program"));
    case Kind::LoginShell:
        return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the login shell"));
    case Kind::DesktopHost:
        break;
    }
    return TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "a desktop host"));
}

QLatin1StringView nameOf(DoctorEnvironment::Kind kind)
{
    return KindNames.at(size_t(kind));
}

std::optional<DoctorEnvironment::Kind> doctorEnvironmentFromName(QStringView name)
{
    const auto *const known = std::find(KindNames.begin(), KindNames.end(), name);
    if (known == KindNames.end())
        return std::nullopt;
    return DoctorEnvironment::Kind(known - KindNames.begin());
}

} // namespace Pullcord
