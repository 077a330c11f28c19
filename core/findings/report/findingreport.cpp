// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/report/findingreport.h"

#include "core/capture/capture.h"
#include "core/capture/file/captureheader.h"
#include "core/capture/requestlog.h"
#include "core/findings/findings.h"
#include "core/findings/report/unappliedrules.h"
#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QUrl>
#include <QXmlStreamWriter>

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

QString Baseline::fingerprint(const Finding &finding, const RequestLog &log)
{
    QStringList words{finding.kind().name};
    if (finding.accused != Direction::None)
        words << (finding.accused == Direction::ClientToServer ? u"client"_s : u"server"_s);
    if (finding.row >= 0) {
        const RequestRecord record = log.record(finding.row);
        words << QString::fromUtf8(record.method);
        if (!record.target.isEmpty())
            words << record.target;
    }
    return words.join(u' ');
}

QByteArray Baseline::toJson() const
{
    QStringList sorted(m_accepted.cbegin(), m_accepted.cend());
    std::sort(sorted.begin(), sorted.end());
    QByteArrayList lines;
    for (const QString &each : std::as_const(sorted))
        lines << "  " + JsonText::quoted(each);
    return "{\"pullcordBaseline\": 1, \"accepted\": [" +
           (lines.isEmpty() ? QByteArray() : '\n' + lines.join(",\n") + '\n') + "]}\n";
}

Result<Baseline> Baseline::fromJson(const QByteArray &json)
{
    if (const auto problem = JsonChecker().check(json))
        return Error{ErrorKind::Io,
                     TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "line %1, column %2: %3"),
                                          problem->line, problem->column, problem->reason)};
    const JsonValue whole(json);
    if (whole.member("pullcordBaseline").toInteger() != 1 || !whole.member("accepted").isArray())
        return Error{ErrorKind::Io,
                     TranslatableText::of(QT_TRANSLATE_NOOP(
                         "TranslatableText", "it is not a baseline: {\"pullcordBaseline\": 1, \"accepted\": […]}"))};
    Baseline baseline;
    for (const JsonMember &each : whole.member("accepted")) {
        if (!each.value.isString())
            return Error{ErrorKind::Io,
                         TranslatableText::of(
                             QT_TRANSLATE_NOOP("TranslatableText", "\"accepted\" contains %1, which is not a string"),
                             QString::fromUtf8(each.value.raw().toByteArray().left(100)))};
        baseline.accept(each.value.toString());
    }
    return baseline;
}

Result<Baseline> Baseline::read(const QString &path)
{
    constexpr qint64 Longest = qint64(16) << 20;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorKind::Io,
                     TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2"), path, file.errorString())};
    const auto baseline = fromJson(file.read(Longest));
    if (!baseline)
        return Error{ErrorKind::Io, TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2"), path,
                                                         baseline.error().detail)};
    return *baseline;
}

Outcome Baseline::write(const QString &path) const
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(toJson()) < 0 || !file.commit())
        return Error{ErrorKind::Io,
                     TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "%1: %2"), path, file.errorString())};
    return std::monostate();
}

namespace {

using Source = FindingReport::Source;

QString milliseconds(qint64 ns)
{
    return QString::number(double(ns) / 1e6, 'f', 3);
}

QString levelOf(FindingSeverity severity)
{
    return severity == FindingSeverity::Info ? u"note"_s : QString(nameOf(severity));
}

QString uriOf(const QString &path)
{
    return path.startsWith(u'/') ? QUrl::fromLocalFile(path).toString(QUrl::FullyEncoded)
                                 : QString::fromLatin1(QUrl::toPercentEncoding(path, "/"));
}

QJsonObject ruleOf(const FindingKind &kind)
{
    return {{u"id"_s, QString(kind.name)},
            {u"name"_s, QString::fromUtf8(kind.title)},
            {u"shortDescription"_s, QJsonObject{{u"text"_s, QString::fromUtf8(kind.title)}}},
            {u"fullDescription"_s, QJsonObject{{u"text"_s, QString(kind.rule)}}},
            {u"defaultConfiguration"_s, QJsonObject{{u"level"_s, levelOf(kind.severity)}}}};
}

QJsonObject placeOf(const Source &source, qint64 event)
{
    return {{u"physicalLocation"_s,
             QJsonObject{{u"artifactLocation"_s, QJsonObject{{u"uri"_s, uriOf(source.path)}}},
                         {u"region"_s, QJsonObject{{u"startLine"_s, FindingReport::lineOf(source.capture, event)}}}}}};
}

/// Returns the lines of the events in the file, as a JSON array.
QByteArray linesOf(const QList<qint64> &events, const Source &source)
{
    QByteArrayList lines;
    for (const qint64 event : events)
        lines << QByteArray::number(FindingReport::lineOf(source.capture, event));
    return '[' + lines.join(',') + ']';
}

QJsonObject resultOf(const Finding &finding, const Source &source)
{
    const QString fingerprint = Baseline::fingerprint(finding, source.log);
    QJsonObject properties{{u"occurrences"_s, finding.count}, {u"reference"_s, finding.reference()}};
    if (finding.gap)
        properties.insert(u"gapMs"_s, double(*finding.gap) / 1e6);
    QJsonObject result{{u"ruleId"_s, QString(finding.kind().name)},
                       {u"ruleIndex"_s, int(finding.code)},
                       {u"level"_s, levelOf(finding.severity)},
                       {u"message"_s, QJsonObject{{u"text"_s, QString(finding.sentence)}}},
                       {u"partialFingerprints"_s, QJsonObject{{u"pullcord/v1"_s, fingerprint}}},
                       {u"properties"_s, properties}};
    if (!source.path.isEmpty()) {
        QJsonArray related;
        for (const qint64 event : finding.events)
            related.append(placeOf(source, event));
        for (const qint64 event : finding.behind)
            related.append(placeOf(*source.behind, event));
        // The last event completed the finding; a finding without events is about the file.
        const qint64 place = finding.events.isEmpty() ? -1 : finding.events.last();
        result.insert(u"locations"_s, QJsonArray{placeOf(source, place)});
        result.insert(u"relatedLocations"_s, related);
    }
    if (source.baseline.accepts(fingerprint))
        result.insert(u"suppressions"_s, QJsonArray{QJsonObject{{u"kind"_s, u"external"_s}}});
    return result;
}

/// Notes about rules that could not be applied, per capture.
QJsonArray notesOn(const std::vector<Source> &sources)
{
    QJsonArray notes;
    for (const Source &source : sources) {
        const TranslatableText words = UnappliedRules::in(source.capture).words();
        if (!words.isEmpty())
            notes.append(QJsonObject{{u"level"_s, u"note"_s},
                                     {u"message"_s, QJsonObject{{u"text"_s, u"%1: %2"_s.arg(source.path, words)}}}});
    }
    return notes;
}

/// Replaces characters that XML 1.0 does not allow.
QString forXml(QString text)
{
    for (QChar &character : text) {
        const char16_t code = character.unicode();
        if ((code < 0x20 && code != '\n' && code != '\t') || code >= 0xfffe || character.isSurrogate())
            character = QChar::ReplacementCharacter;
    }
    return text;
}

QString lineFor(const Finding &finding, const Capture &capture)
{
    const QString time = capture.hasTimes() ? u" at %1 ms"_s.arg(milliseconds(finding.time)) : QString();
    return forXml(u"%1%2: %3"_s.arg(nameOf(finding.severity), time, finding.sentence));
}

void writeCase(QXmlStreamWriter &xml, const FindingKind &kind, const Source &source,
               std::optional<FindingSeverity> failOn)
{
    QStringList failures;
    QStringList others;
    for (const Finding &finding : source.findings) {
        if (finding.code != kind.code)
            continue;
        const bool fails = failOn && finding.severity >= *failOn &&
                           !source.baseline.accepts(Baseline::fingerprint(finding, source.log));
        (fails ? failures : others) << lineFor(finding, source.capture);
    }
    xml.writeStartElement(u"testcase"_s);
    xml.writeAttribute(u"classname"_s, u"pullcord"_s);
    xml.writeAttribute(u"name"_s, u"%1 %2"_s.arg(kind.name, QString::fromUtf8(kind.title)));
    if (!failures.isEmpty()) {
        xml.writeStartElement(u"failure"_s);
        xml.writeAttribute(u"message"_s, failures.first());
        xml.writeCharacters(failures.join(u'\n'));
        xml.writeEndElement();
    }
    if (failures.isEmpty() && others.isEmpty() && UnappliedRules::in(source.capture).codes.contains(kind.code)) {
        xml.writeEmptyElement(u"skipped"_s);
        xml.writeAttribute(u"message"_s, UnappliedRules::why());
    }
    if (!others.isEmpty())
        xml.writeTextElement(u"system-out"_s, others.join(u'\n'));
    xml.writeEndElement();
}

/// Returns the number of codes with a failing finding.
qsizetype countFailing(const Source &source, std::optional<FindingSeverity> failOn)
{
    QSet<int> codes;
    for (const Finding &finding : source.findings) {
        if (failOn && finding.severity >= *failOn &&
            !source.baseline.accepts(Baseline::fingerprint(finding, source.log)))
            codes.insert(int(finding.code));
    }
    return codes.size();
}

} // namespace

qint64 FindingReport::lineOf(const Capture &capture, qint64 event)
{
    if (event < 0)
        return 1;
    return capture.isImported() ? capture.eventAt(event).details.value("line"_L1).toInteger(event + 2) : event + 2;
}

QList<ReportFinding> FindingReport::forExport(const Findings &findings)
{
    QList<ReportFinding> all;
    for (qsizetype index = 0; index < findings.count(); ++index) {
        const Finding &finding = findings.at(index);
        all.append({.severity = nameOf(finding.severity),
                    .code = finding.kind().name,
                    .sentence = finding.sentence,
                    .reference = finding.reference(),
                    .events = {finding.events.begin(), finding.events.end()}});
    }
    return all;
}

QByteArray FindingReport::json(const Finding &finding, const Source &source)
{
    QByteArray object;
    const auto add = [&object](QByteArrayView name, const QByteArray &value) {
        object = JsonText::withMember(object, name, value);
    };
    const auto addText = [&add](QByteArrayView name, const QString &text) { add(name, JsonText::quoted(text)); };
    if (!source.path.isEmpty())
        addText("file", source.path);
    addText("code", finding.kind().name);
    addText("severity", nameOf(finding.severity));
    addText("title", QString::fromUtf8(finding.kind().title));
    addText("sentence", finding.sentence);
    if (finding.accused != Direction::None)
        addText("side", finding.accused == Direction::ClientToServer ? u"client"_s : u"server"_s);
    if (finding.row >= 0) {
        const RequestRecord record = source.log.record(finding.row);
        add("request", QByteArray::number(finding.row + 1));
        if (!record.id.toJson().isEmpty())
            add("id", record.id.toJson());
        addText("method", QString::fromUtf8(record.method));
        if (!record.target.isEmpty())
            addText("name", record.target);
    }
    add("connection", QByteArray::number(finding.connection));
    if (source.capture.hasTimes())
        add("timeMs", milliseconds(finding.time).toLatin1());
    if (finding.gap)
        add("gapMs", milliseconds(*finding.gap).toLatin1());
    add("count", QByteArray::number(finding.count));
    add("raced", finding.raced ? "true" : "false");
    if (!source.path.isEmpty())
        add("lines", linesOf(finding.events, source));
    if (!finding.behind.isEmpty()) {
        QByteArray behind = JsonText::withMember({}, "file", JsonText::quoted(source.behind->path));
        JsonText::setMember(behind, "lines", linesOf(finding.behind, *source.behind));
        add("behind", behind);
    }
    addText("rule", finding.kind().rule);
    addText("reference", finding.reference());
    add("accepted", source.baseline.accepts(Baseline::fingerprint(finding, source.log)) ? "true" : "false");
    return object;
}

QByteArray FindingReport::unappliedJson(const Source &source)
{
    const UnappliedRules unapplied = UnappliedRules::in(source.capture);
    if (unapplied.isEmpty())
        return {};
    const auto listed = [](const QList<FindingCode> &codes) {
        QByteArrayList names;
        for (const QString &name : UnappliedRules::names(codes))
            names << JsonText::quoted(name);
        return '[' + names.join(',') + ']';
    };
    QByteArray object = JsonText::withMember({}, "file", JsonText::quoted(source.path));
    object = JsonText::withMember(object, "notApplied", listed(unapplied.codes));
    object = JsonText::withMember(object, "appliedInPart", listed(unapplied.inPart));
    object = JsonText::withMember(object, "informationOnly", listed(unapplied.asInfos));
    return JsonText::withMember(object, "why", JsonText::quoted(UnappliedRules::why()));
}

QByteArray FindingReport::sarif(const std::vector<Source> &sources, const QString &version)
{
    QJsonArray rules;
    for (const FindingKind &kind : FindingKind::all())
        rules.append(ruleOf(kind));
    QJsonArray results;
    for (const Source &source : sources) {
        for (const Finding &finding : source.findings)
            results.append(resultOf(finding, source));
    }
    const QJsonObject driver{{u"name"_s, u"Pullcord"_s}, {u"version"_s, version}, {u"rules"_s, rules}};
    QJsonObject run{{u"tool"_s, QJsonObject{{u"driver"_s, driver}}}, {u"results"_s, results}};
    if (const QJsonArray notes = notesOn(sources); !notes.isEmpty())
        run.insert(u"invocations"_s,
                   QJsonArray{QJsonObject{{u"executionSuccessful"_s, true}, {u"toolExecutionNotifications"_s, notes}}});
    const QJsonObject document{{u"$schema"_s, u"https://json.schemastore.org/sarif-2.1.0.json"_s},
                               {u"version"_s, u"2.1.0"_s},
                               {u"runs"_s, QJsonArray{run}}};
    return QJsonDocument(document).toJson();
}

QByteArray FindingReport::junit(const std::vector<Source> &sources, std::optional<FindingSeverity> failOn)
{
    QByteArray text;
    QXmlStreamWriter xml(&text);
    xml.setAutoFormatting(true);
    xml.writeStartDocument();
    xml.writeStartElement(u"testsuites"_s);
    for (const Source &source : sources) {
        xml.writeStartElement(u"testsuite"_s);
        xml.writeAttribute(u"name"_s, forXml(source.path.isEmpty() ? source.capture.header().title : source.path));
        xml.writeAttribute(u"tests"_s, QString::number(FindingKind::all().size()));
        xml.writeAttribute(u"failures"_s, QString::number(countFailing(source, failOn)));
        xml.writeAttribute(u"errors"_s, u"0"_s); // errors of the tests themselves; Jenkins requires the attribute
        for (const FindingKind &kind : FindingKind::all())
            writeCase(xml, kind, source, failOn);
        xml.writeEndElement();
    }
    xml.writeEndDocument();
    return text;
}

} // namespace Pullcord
