// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/json/schema/schemavalidator.h"

#include "core/json/jsonstring.h"
#include "core/json/schema/schemalibrary.h"

#include <algorithm>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype FewMembers = 8;

/// Decodes a raw key; without a copy if it has no escape.
QByteArray nameFrom(QByteArrayView rawKey)
{
    if (rawKey.size() < 2 || rawKey.back() != '"' || rawKey.contains('\\'))
        return JsonString::decodedUtf8(rawKey, JsonString::LoneSurrogate::Keep);
    return QByteArray::fromRawData(rawKey.data() + 1, rawKey.size() - 2);
}

} // namespace

SchemaInstance::SchemaInstance(const JsonValue &value)
    : SchemaInstance(value, nullptr, 0)
{}

SchemaInstance::SchemaInstance(const JsonValue &value, const SchemaInstance *parent, qsizetype index)
    : m_value(value)
    , m_parent(parent)
    , m_index(index)
    , m_type(value.type())
{}

SchemaInstance SchemaInstance::nameOf(const SchemaInstance &member)
{
    SchemaInstance name(JsonValue(member.m_rawName), member.m_parent, 0);
    name.m_name = member.m_name;
    return name;
}

std::vector<SchemaInstance> &SchemaInstance::children(SchemaBudget &budget)
{
    if (m_read || !budget.spendBytes(m_value.raw().size()))
        return m_children;
    m_read = true;
    for (const JsonMember &child : m_value) {
        if (!budget.spend())
            break;
        if (m_type == JsonType::Object)
            readMember(child);
        else
            m_children.push_back({child.value, this, qsizetype(m_children.size())});
    }
    return m_children;
}

void SchemaInstance::readMember(const JsonMember &member)
{
    SchemaInstance child(member.value, this, 0);
    child.m_rawName = member.rawKey;
    child.m_name = nameFrom(member.rawKey);
    if (const qsizetype earlier = indexOf(child.m_name); earlier >= 0) {
        m_children[size_t(earlier)] = std::move(child);
        return;
    }
    m_children.push_back(std::move(child));
    const qsizetype count = qsizetype(m_children.size());
    if (count <= FewMembers)
        return;
    for (qsizetype i = count == FewMembers + 1 ? 0 : count - 1; i < count; ++i)
        m_byName.insert(m_children[size_t(i)].m_name, i);
}

/// Index of the member, or -1. Few members are searched linearly, since most objects are small; many have an index.
qsizetype SchemaInstance::indexOf(const QByteArray &name) const
{
    if (!m_byName.isEmpty())
        return m_byName.value(name, -1);
    const auto child = std::find_if(m_children.cbegin(), m_children.cend(),
                                    [&](const SchemaInstance &member) { return member.m_name == name; });
    return child == m_children.cend() ? -1 : child - m_children.cbegin();
}

SchemaInstance *SchemaInstance::member(const QByteArray &name, SchemaBudget &budget)
{
    std::vector<SchemaInstance> &members = children(budget);
    const qsizetype index = indexOf(name);
    return index < 0 ? nullptr : &members[size_t(index)];
}

void SchemaInstance::release()
{
    m_children.clear();
    m_children.shrink_to_fit();
    m_byName.clear();
    m_read = false;
}

QString SchemaInstance::location() const
{
    QVarLengthArray<const SchemaInstance *, 32> way;
    for (const SchemaInstance *at = this; at->m_parent; at = at->m_parent)
        way.append(at);
    QByteArray pointer;
    for (auto it = way.crbegin(); it != way.crend(); ++it) {
        const bool isMember = (*it)->m_parent->m_type == JsonType::Object;
        pointer += pointerToken(isMember ? (*it)->m_name : QByteArray::number((*it)->m_index));
    }
    return JsonString::fromUtf8(pointer);
}

namespace {
constexpr qsizetype MaxDoubts = 20; // largest number per result; more add nothing
}

SchemaValidator::SchemaValidator(const SchemaProgram &program, const JsonValue &instance)
    : m_program(program)
    , m_root(instance)
    , m_budget(program.options.limits)
{}

SchemaValidator::Errors SchemaValidator::validate()
{
    if (!m_root.value().isValid())
        return {{.message = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "is not JSON"))}};
    applyRules(node(m_program.root), m_root, nullptr, false);
    for (const Doubt &doubt : std::as_const(m_doubts)) {
        m_found.append({.kind = JsonSchemaError::Kind::Undecided,
                        .instanceLocation = doubt.instanceLocation,
                        .schemaLocation = doubt.node->location,
                        .keyword = QString::fromUtf8(doubt.rule->keyword->name),
                        .message = doubt.rule->gap});
    }
    if (m_budget.stopped())
        m_found.append({.kind = JsonSchemaError::Kind::Undecided, .message = m_budget.reason()});
    return m_found;
}

bool SchemaValidator::isCollecting() const
{
    return m_errors && !m_budget.stopped() && m_errors->size() < m_program.options.limits.maxErrors;
}

bool SchemaValidator::fail(const SchemaRule &rule, const TranslatableText &message, const QByteArray &missingMember)
{
    if (!isCollecting())
        return false;
    QString location = instance().location();
    if (!missingMember.isNull())
        location += JsonString::fromUtf8(pointerToken(missingMember));
    m_errors->append({.instanceLocation = location,
                      .schemaLocation = m_frames.back().node->location,
                      .keyword = rule.keyword ? QString::fromUtf8(rule.keyword->name) : QString(),
                      .message = message});
    return false;
}

void SchemaValidator::report(const Errors &errors)
{
    for (const JsonSchemaError &error : errors) {
        if (isCollecting())
            m_errors->append(error);
    }
}

bool SchemaValidator::matches(const JsonPattern &pattern, const QString &text)
{
    if (!m_budget.spendBytes(text.size()) || !m_budget.checkClock())
        return false;
    const JsonPattern::Match match = pattern.match(text);
    if (match == JsonPattern::Match::TooCostly)
        m_budget.stop(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "matching the pattern %1 would take too long"), pattern.text()));
    return match == JsonPattern::Match::Yes;
}

bool SchemaValidator::apply(int node, SchemaInstance &instance, const SchemaRule &by)
{
    return applyRules(this->node(node), instance, &by, true);
}

SchemaValidator::Probe SchemaValidator::probe(int node, SchemaInstance &instance, const SchemaRule &by, Errors *errors)
{
    Errors *const outerErrors = std::exchange(m_errors, errors);
    const Doubts outerDoubts = std::exchange(m_doubts, {});
    const bool holds = applyRules(this->node(node), instance, &by, false);
    m_errors = outerErrors;
    const Doubts doubts = std::exchange(m_doubts, outerDoubts);
    if (!holds)
        return {};
    return {doubts.isEmpty() ? Verdict::Yes : Verdict::Unknown, doubts};
}

bool SchemaValidator::doubt(const Doubts &doubts)
{
    for (const Doubt &doubt : doubts) {
        const auto isSame = [&](const Doubt &known) { return known.rule == doubt.rule; };
        if (m_doubts.size() < MaxDoubts && std::none_of(m_doubts.cbegin(), m_doubts.cend(), isSame))
            m_doubts.append(doubt);
    }
    return true;
}

void SchemaValidator::addDoubt(const SchemaRule &rule)
{
    doubt({{&rule, m_frames.back().node, instance().location()}});
    if (rule.keyword->mayEvaluate())
        markAll();
}

/// Applies a node. With `keepMarks` the marks stay even if the node does not hold. If the whole value fails, more
/// errors for children that were evaluated would only confuse.
bool SchemaValidator::applyRules(const SchemaNode &node, SchemaInstance &instance, const SchemaRule *by, bool keepMarks)
{
    if (node.kind == SchemaNode::Kind::Always || !m_budget.spend())
        return !m_budget.stopped();
    if (m_frames.size() >= size_t(m_program.options.limits.maxDepth)) {
        m_budget.stop(TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText", "the value or its schema is nested too deeply to be checked")));
        return false;
    }
    if (isLoop(node, instance)) {
        m_budget.stop(
            node.location.isEmpty()
                ? TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "the schema refers to itself endlessly"))
                : TranslatableText::of(
                      QT_TRANSLATE_NOOP("TranslatableText", "the schema at %1 refers to itself endlessly"),
                      node.location));
        return false;
    }
    Marks *const outer = !m_frames.empty() && m_frames.back().instance == &instance ? m_frames.back().marks : nullptr;
    const bool asked = (outer || node.needsMarks) && node.kind == SchemaNode::Kind::Rules;
    Marks marks;
    if (asked) {
        marks.resize(qsizetype(instance.children(m_budget).size()));
        std::fill(marks.begin(), marks.end(), false);
        if (!m_budget.spend(marks.size() / 64))
            return false;
    }
    m_frames.push_back({&node, &instance, asked ? &marks : nullptr});
    const bool holds = node.kind == SchemaNode::Kind::Rules
                           ? checkRules(node)
                           : fail(by ? *by : SchemaRule(),
                                  TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "is not allowed")));
    m_frames.pop_back();
    if (outer && asked && (holds || keepMarks)) {
        for (qsizetype i = 0; i < marks.size(); ++i)
            (*outer)[i] = (*outer)[i] || marks[i];
    }
    const bool isChild = m_frames.empty() || m_frames.back().instance != &instance;
    if (isChild)
        instance.release();
    return holds;
}

bool SchemaValidator::checkRules(const SchemaNode &node)
{
    bool holds = true;
    for (const SchemaRule &rule : node.rules) {
        if ((rule.keyword->instances & Instance::bit(instance().type())) == 0)
            continue;
        if (!m_budget.spend())
            return false;
        if (!rule.gap.isEmpty())
            addDoubt(rule);
        holds = (!rule.check || rule.check(*this, rule)) && holds;
        if (!holds && !isCollecting())
            return false;
    }
    return holds;
}

/// True if the node is already being applied to the same value, which would never end.
bool SchemaValidator::isLoop(const SchemaNode &node, const SchemaInstance &instance) const
{
    for (auto frame = m_frames.crbegin(); frame != m_frames.crend() && frame->instance == &instance; ++frame) {
        if (frame->node == &node)
            return true;
    }
    return false;
}

void SchemaValidator::mark(size_t child)
{
    if (Marks *marks = m_frames.back().marks)
        (*marks)[qsizetype(child)] = true;
}

void SchemaValidator::markAll()
{
    if (Marks *marks = m_frames.back().marks)
        std::fill(marks->begin(), marks->end(), true);
}

bool SchemaValidator::isMarked(size_t child) const
{
    return (*m_frames.back().marks)[qsizetype(child)];
}

int SchemaValidator::dynamicTarget(const QByteArray &anchor, int otherwise) const
{
    const auto byResource = m_program.dynamicAnchors.constFind(anchor);
    if (byResource == m_program.dynamicAnchors.cend())
        return otherwise;
    for (const Frame &frame : m_frames) {
        if (const auto target = byResource->constFind(frame.node->resource); target != byResource->cend())
            return *target;
    }
    return otherwise;
}

} // namespace Pullcord
