// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/doctorreport.h"

#include "core/capture/export/markdowntext.h"
#include "core/capture/formatting.h"
#include "core/doctor/doctor.h"
#include "core/json/jsontext.h"
#include "core/secrets/secrets.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace {

QString durationOf(const DoctorStage &stage)
{
    return stage.duration ? u" (%1)"_s.arg(Formatting::duration(*stage.duration)) : QString();
}

/// Returns a line for each fact, then for each step.
QStringList linesOf(const DoctorStage &stage, DoctorStage::Surface surface)
{
    QStringList lines;
    for (const TranslatableText &fact : stage.seen)
        lines << fact;
    for (const DoctorStage::Step &step : stage.advice)
        lines << u"→ "_s + step.on(surface);
    return lines;
}

QByteArray jsonArrayOf(const QList<TranslatableText> &texts)
{
    QByteArrayList parts;
    for (const TranslatableText &text : texts)
        parts << JsonText::quoted(text);
    return '[' + parts.join(',') + ']';
}

QByteArray jsonOf(const DoctorStage &stage, DoctorStage::Surface surface)
{
    QList<TranslatableText> advice;
    for (const DoctorStage::Step &step : stage.advice)
        advice << step.on(surface);
    QByteArray object;
    JsonText::setMember(object, "stage", JsonText::quoted(QString(stage.name())));
    JsonText::setMember(object, "title", JsonText::quoted(stage.title()));
    JsonText::setMember(object, "verdict", JsonText::quoted(QString(nameOf(stage.verdict))));
    if (stage.duration)
        JsonText::setMember(object, "ms", QByteArray::number(double(*stage.duration) / 1e6, 'f', 3));
    JsonText::setMember(object, "seen", jsonArrayOf(stage.seen));
    JsonText::setMember(object, "advice", jsonArrayOf(advice));
    return object;
}

} // namespace

QString DoctorReport::text(const DoctorStage &stage)
{
    QString text =
        u"%1 %2%3\n"_s.arg(QString(nameOf(stage.verdict)).leftJustified(8), stage.title(), durationOf(stage));
    for (const QString &line : linesOf(stage, DoctorStage::Surface::CommandLine))
        text += u"    "_s + line + u'\n';
    return text;
}

QString DoctorReport::summary(const Doctor &doctor)
{
    const auto count = [&doctor](DoctorStage::Verdict verdict) {
        return std::ranges::count(doctor.stages(), verdict, &DoctorStage::verdict);
    };
    return u"%1 ok, %2 with a warning, %3 failed, %4 skipped"_s.arg(
        QString::number(count(DoctorStage::Verdict::Ok)), QString::number(count(DoctorStage::Verdict::Warning)),
        QString::number(count(DoctorStage::Verdict::Failed)), QString::number(count(DoctorStage::Verdict::Skipped)));
}

QByteArray DoctorReport::markdown(const Doctor &doctor, const QString &program)
{
    const Doctor::Options &options = doctor.options();
    QByteArray text = "# Connection Doctor\n\n";
    text += "- Server: " + MarkdownText::code(Secrets::maskedProse(options.target.shownAddress())) + '\n';
    if (!options.target.isHttp())
        text += "- Environment: " + QByteArray(nameOf(options.environment).data()) + '\n';
    text += "- Result: " + summary(doctor).toUtf8() + '\n';
    text += "- Written by: " + program.toUtf8() + '\n';
    for (const DoctorStage &stage : doctor.stages()) {
        text += u"\n## %1: %2%3\n\n"_s.arg(stage.title(), QString(nameOf(stage.verdict)), durationOf(stage)).toUtf8();
        text += MarkdownText::block(linesOf(stage, options.surface).join(u'\n').toUtf8(), {});
    }
    return text;
}

QByteArray DoctorReport::json(const Doctor &doctor, const QString &program)
{
    const Doctor::Options &options = doctor.options();
    QByteArray object;
    JsonText::setMember(object, "program", JsonText::quoted(program));
    JsonText::setMember(object, "server", JsonText::quoted(Secrets::maskedProse(options.target.shownAddress())));
    if (!options.target.isHttp())
        JsonText::setMember(object, "environment", JsonText::quoted(QString(nameOf(options.environment))));
    JsonText::setMember(object, "verdict", JsonText::quoted(QString(nameOf(doctor.verdict()))));
    JsonText::setMember(object, "connected", doctor.hasConnected() ? "true" : "false");
    QByteArrayList stages;
    for (const DoctorStage &stage : doctor.stages())
        stages << jsonOf(stage, options.surface);
    JsonText::setMember(object, "stages", '[' + stages.join(',') + ']');
    return object;
}

} // namespace Pullcord
