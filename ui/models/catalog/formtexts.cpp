// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/catalog/formtexts.h"

#include "core/json/jsontext.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"

#include <QCoreApplication>
#include <QHash>
#include <QStringList>

namespace Pullcord::FormTexts {

namespace {

struct FormContext
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::FormTexts)
};

FormField::Format formatNamed(const QByteArray &name)
{
    using Format = FormField::Format;
    static const QHash<QByteArray, Format> formats{
        {"email", Format::Email}, {"idn-email", Format::Email}, {"uri", Format::Uri},   {"url", Format::Uri},
        {"iri", Format::Uri},     {"date", Format::Date},       {"time", Format::Time}, {"date-time", Format::DateTime},
    };
    return formats.value(name, Format::Plain);
}

QString textHint(const FormField &field)
{
    switch (field.format) {
    case FormField::Format::Email:
        return FormContext::tr("e-mail address");
    case FormField::Format::Uri:
        return FormContext::tr("URI");
    case FormField::Format::Date:
        return FormContext::tr("date: YYYY-MM-DD");
    case FormField::Format::DateTime:
        return FormContext::tr("date and time: YYYY-MM-DDThh:mm:ssZ");
    case FormField::Format::Time:
        return FormContext::tr("time: hh:mm:ssZ");
    case FormField::Format::Plain:
        break;
    }
    return FormContext::tr("text");
}

/// Returns "1 to 10"; empty without limits.
QString range(const FormField &field)
{
    const JsonValue least = field.keyword("minimum");
    const JsonValue most = field.keyword("maximum");
    const QString from = QString::fromUtf8(least.raw());
    const QString to = QString::fromUtf8(most.raw());
    if (least.isNumber() && most.isNumber())
        return FormContext::tr("%1 to %2", "a range of numbers").arg(from, to);
    if (least.isNumber())
        return FormContext::tr("at least %1").arg(from);
    return most.isNumber() ? FormContext::tr("at most %1").arg(to) : QString();
}

QString length(const FormField &field)
{
    const JsonValue least = field.keyword("minLength");
    const JsonValue most = field.keyword("maxLength");
    const QString from = QString::fromUtf8(least.raw());
    const QString to = QString::fromUtf8(most.raw());
    if (least.isNumber() && most.isNumber())
        return FormContext::tr("%1 to %2 characters").arg(from, to);
    if (least.isNumber())
        return FormContext::tr("at least %1 characters").arg(from);
    return most.isNumber() ? FormContext::tr("at most %1 characters").arg(to) : QString();
}

QString example(const FormField &field)
{
    const JsonValue first = field.keyword("examples").element(0);
    return first.isValid() ? FormContext::tr("e.g. %1").arg(FormField::toText(first)) : QString();
}

QString joined(QStringList parts)
{
    parts.removeAll(QString());
    return Texts::listed(parts);
}

QString kindName(const FormField &field)
{
    switch (field.kind) {
    case FormField::Kind::Text:
        return FormContext::tr("Text");
    case FormField::Kind::Integer:
        return FormContext::tr("Whole number");
    case FormField::Kind::Number:
        return FormContext::tr("Number");
    case FormField::Kind::Group:
        return FormContext::tr("Object");
    case FormField::Kind::List:
    case FormField::Kind::CheckList:
        return FormContext::tr("Array");
    case FormField::Kind::Choice:
        return field.types == FormField::Boolean && field.options.size() == 2 ? FormContext::tr("True or false")
               : field.options.size() == 1                                    ? field.options.first().label
                                                                              : FormContext::tr("One of several");
    case FormField::Kind::Branches:
    case FormField::Kind::Json:
        break;
    }
    return {};
}

} // namespace

void describe(FormField &field)
{
    field.title = Texts::head(field.keyword("title").toString());
    if (field.title.isEmpty())
        field.title = field.name;
    field.description = Texts::head(field.keyword("description").toString());
    field.defaultValue = field.keyword("default").raw().toByteArray();
    field.format = formatNamed(field.keyword("format").toUtf8());
}

QString hint(const FormField &field)
{
    switch (field.kind) {
    case FormField::Kind::Text:
        return joined({textHint(field), length(field), example(field)});
    case FormField::Kind::Integer:
        return joined({FormContext::tr("whole number"), range(field), example(field)});
    case FormField::Kind::Number:
        return joined({FormContext::tr("number"), range(field), example(field)});
    case FormField::Kind::Json:
        return field.types == FormField::Array    ? FormContext::tr("JSON array")
               : field.types == FormField::Object ? FormContext::tr("JSON object")
                                                  : FormContext::tr("JSON");
    default:
        return {};
    }
}

FormField::Option option(const JsonValue &value, const JsonValue &title)
{
    FormField::Option option;
    option.raw = JsonText::compact(value.raw());
    option.label = title.toString();
    if (option.label.isEmpty())
        option.label = value.toString();
    if (option.label.isEmpty())
        option.label = QString::fromUtf8(option.raw);
    return option;
}

void nameBranch(FormField &branch, qsizetype number)
{
    const JsonValue &schema = branch.alternative;
    QString name = schema.member("title").toString();
    for (const JsonMember &property : schema.member("properties")) {
        if (name.isEmpty() && property.value.member("const").isString())
            name = property.value.member("const").toString();
    }
    if (const QString reference = schema.member("$ref").toString(); name.isEmpty() && !reference.isEmpty()) {
        const QString target = branch.keyword("title").toString();
        name = target.isEmpty() ? reference.section(u'/', -1) : target;
    }
    if (name.isEmpty() && branch.kind == FormField::Kind::Group && schema.isValid()) {
        const JsonValue first = schema.member("required").element(0);
        if (first.isString())
            name = FormContext::tr("with %1", "a member").arg(first.toString());
    }
    if (name.isEmpty())
        name = kindName(branch);
    if (name.isEmpty())
        name = FormContext::tr("Form %1").arg(number);
    branch.title = name;
    branch.defaultValue = schema.member("default").raw().toByteArray(); // not the default of the field around it
    branch.description = Texts::head(schema.member("description").toString());
}

} // namespace Pullcord::FormTexts
