// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
//
// A form for any schema: every field has a valid initial value, and fits its branches and options. The input is a
// schema, a zero byte and the arguments shown in the form.
#include "core/json/jsonchecker.h"
#include "fuzz/require.h"
#include "ui/models/catalog/formschema.h"
#include "ui/models/catalog/jsonedit.h"

using namespace Pullcord;

namespace {

constexpr int MostFields = 60; ///< visited per input
constexpr qsizetype MostInList = 8;

class Visitor
{
public:
    Visitor(const FormSchema &form, QByteArray arguments)
        : m_form(form)
        , m_arguments(std::move(arguments))
    {}

    void visit(const FormField &field)
    {
        if (--m_left < 0)
            return;
        const JsonValue value = JsonValue(m_arguments).pointer(field.pointer);
        const QByteArray initial = m_form.initial(field);
        REQUIRE(!m_checker.check(initial));
        checkOptions(field, value);
        checkText(field, value);
        checkEdit(field, initial);
        (void)field.isOfType(value);
        visitParts(field, value);
    }

private:
    void checkOptions(const FormField &field, const JsonValue &value)
    {
        REQUIRE((field.kind == FormField::Kind::Choice || field.kind == FormField::Kind::CheckList) ==
                !field.options.isEmpty());
        REQUIRE(field.optionOf(value) < field.options.size());
        for (const FormField::Option &option : field.options) {
            REQUIRE(!option.label.isEmpty() && !m_checker.check(option.raw));
            REQUIRE(field.optionOf(JsonValue(option.raw)) >= 0);
        }
        if (field.kind == FormField::Kind::CheckList) {
            const QByteArray all = field.checked(value, QList<bool>(field.options.size(), true));
            REQUIRE(!m_checker.check(all) && JsonValue(all).isArray());
        }
    }

    void checkText(const FormField &field, const JsonValue &value)
    {
        for (const QString &text : {FormField::toText(value), field.title, QStringLiteral(" 1e400 ")}) {
            const auto json = field.toJson(text);
            REQUIRE(!json || !m_checker.check(*json));
            REQUIRE(json || text.isEmpty());
        }
    }

    /// Writes a value to its place in the arguments.
    void checkEdit(const FormField &field, const QByteArray &initial)
    {
        const QByteArray edited = JsonEdit::withValue(m_arguments, field.pointer, initial);
        REQUIRE(!m_checker.check(edited));
        REQUIRE(!m_checker.check(JsonEdit::withValue(edited, field.pointer, std::nullopt)));
        REQUIRE(!m_checker.check(JsonEdit::withElement(edited, field.pointer, initial)));
        REQUIRE(!m_checker.check(JsonEdit::withSwapped(edited, field.pointer, 0, 1)));
    }

    void visitParts(const FormField &field, const JsonValue &value)
    {
        if (field.kind == FormField::Kind::Branches) {
            const QList<FormField> branches = m_form.branches(field);
            REQUIRE(!branches.isEmpty());
            REQUIRE(m_form.branchOf(branches, value, 0) < branches.size());
            visitFirst(branches);
        } else if (field.kind == FormField::Kind::Group) {
            visitFirst(m_form.members(field));
            if (FormSchema::canAddMembers(field))
                visit(m_form.extraMember(field, QStringLiteral("a/~b")));
        } else if (field.kind == FormField::Kind::List) {
            visit(m_form.element(field, 0));
            visit(m_form.element(field, 1));
        }
    }

    void visitFirst(const QList<FormField> &fields)
    {
        for (const FormField &field : fields.first(std::min(fields.size(), MostInList))) {
            REQUIRE(!field.isBranch || !field.title.isEmpty());
            visit(field);
        }
    }

    const FormSchema &m_form;
    const QByteArray m_arguments;
    JsonChecker m_checker;
    int m_left = MostFields;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size)
{
    const QByteArrayView input(data, qsizetype(size));
    const qsizetype zero = input.indexOf('\0');
    const QByteArray schema = (zero < 0 ? input : input.first(zero)).toByteArray();
    QByteArray arguments = zero < 0 ? QByteArray() : input.sliced(zero + 1).toByteArray();
    if (JsonChecker().check(arguments))
        arguments = R"({"a":[1,"b",{}],"":1e400})";

    const FormSchema form(schema);
    (void)form.check(JsonValue(arguments));
    (void)form.gaps();
    Visitor(form, arguments).visit(form.root());
    return 0;
}
