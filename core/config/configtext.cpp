// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/config/configtext.h"

#include "core/config/jsoncomments.h"
#include "core/json/jsonchecker.h"
#include "core/json/jsontext.h"

#include <QRegularExpression>

namespace {
/// A text that breaks an assertion of the TOML library (3.3: a header such as `[=]`), which would be undefined behaviour in a
/// release.
struct BrokenAssertion
{};

constexpr void assertForToml(bool holds)
{
    if (!holds)
        throw BrokenAssertion();
}
} // namespace

#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expression) assertForToml(static_cast<bool>(expression))
#define TOML_EXCEPTIONS 1
#define TOML_HEADER_ONLY 1 // nothing to link or to ship
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <functional>
#include <sstream>
#include <vector>

namespace Pullcord::ConfigText {
using namespace Qt::StringLiterals;

namespace {

constexpr int MaxDepth = 100; ///< deeper is no configuration; an alias of YAML may even hold itself

QByteArrayView withoutMark(QByteArrayView text)
{
    return text.startsWith("\xEF\xBB\xBF") ? text.sliced(3) : text;
}

Error faultAt(Format format, qint64 line, qint64 column, const Words &fault)
{
    if (format == Format::Json)
        return {.kind = ErrorKind::Json,
                .detail = Words::of(QT_TRANSLATE_NOOP("Words", "line %1, column %2: %3"), line, column, fault)};
    return {.kind = ErrorKind::Json,
            .detail = Words::of(QT_TRANSLATE_NOOP("Words", "as %1, line %2, column %3: %4"), QString(nameOf(format)),
                                line, column, fault)};
}

Error faultOf(Format format, const Words &fault)
{
    return {.kind = ErrorKind::Json,
            .detail = Words::of(QT_TRANSLATE_NOOP("Words", "as %1: %2"), QString(nameOf(format)), fault)};
}

/// `"name": {…}`, without the brackets around it.
bool isFragment(QByteArrayView blanked)
{
    static const QRegularExpression start(uR"(^\s*"(?:[^"\\]|\\.)*"\s*:)"_s);
    constexpr qsizetype MostName = 4096;
    return start.match(QString::fromUtf8(blanked.first(std::min(blanked.size(), MostName)))).hasMatch();
}

Result<QByteArray> jsonFromJson(QByteArrayView text)
{
    QByteArray json = JsonComments::blanked(text);
    const bool fragment = isFragment(json);
    if (fragment) // a line of its own, so that columns stay; and once more, for a comma at the end
        json = JsonComments::blanked("{\n" + json + "\n}");
    if (const auto problem = JsonChecker().check(json))
        return faultAt(Format::Json, problem->line - (fragment ? 1 : 0), problem->column, problem->reason);
    return json;
}

QByteArray quoted(std::string_view text)
{
    return JsonText::quoted(QByteArrayView(text.data(), qsizetype(text.size())));
}

// ---- TOML

QByteArray jsonOf(const toml::node &node);

/// The members in the order of the text; the library sorts them by name.
QByteArray jsonOf(const toml::table &table)
{
    std::vector<std::pair<const toml::key *, const toml::node *>> members;
    for (const auto &[key, node] : table)
        members.emplace_back(&key, &node);
    std::ranges::stable_sort(members, [](const auto &a, const auto &b) {
        const toml::source_position first = a.first->source().begin;
        const toml::source_position second = b.first->source().begin;
        return std::pair(first.line, first.column) < std::pair(second.line, second.column);
    });
    QByteArrayList texts;
    for (const auto &[key, node] : members)
        texts << quoted(key->str()) + ':' + jsonOf(*node);
    return '{' + texts.join(',') + '}';
}

QByteArray jsonOf(const toml::node &node)
{
    if (const auto *table = node.as_table())
        return jsonOf(*table);
    if (const auto *array = node.as_array()) {
        QByteArrayList texts;
        for (const toml::node &element : *array)
            texts << jsonOf(element);
        return '[' + texts.join(',') + ']';
    }
    if (const auto *text = node.as_string())
        return quoted(text->get());
    if (const auto *truth = node.as_boolean())
        return truth->get() ? "true" : "false";
    std::ostringstream written;
    node.visit([&written](const auto &value) { written << value; });
    const QByteArray number = QByteArray::fromStdString(written.str());
    return JsonChecker().check(number) ? quoted(written.str()) : number; // inf, nan and dates
}

/// The first line with which parsing breaks an assertion.
qint64 lineOfBrokenAssertion(std::string_view text)
{
    const auto breaks = [text](size_t end) {
        try {
            static_cast<void>(toml::parse(text.substr(0, end)));
        } catch (const toml::parse_error &) {
        } catch (const BrokenAssertion &) {
            return true;
        }
        return false;
    };
    std::vector<size_t> ends; // of the lines
    for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
        ends.push_back(at);
    return std::ranges::partition_point(ends, std::not_fn(breaks)) - ends.begin() + 1;
}

/// Both libraries throw what is wrong with a text; nothing of that leaves here.
Result<QByteArray> jsonFromToml(QByteArrayView text)
{
    const std::string_view whole(text.data(), size_t(text.size()));
    try {
        return jsonOf(toml::parse(whole));
    } catch (const BrokenAssertion &) {
        return faultAt(Format::Toml, lineOfBrokenAssertion(whole), 1,
                       Words::of(QT_TRANSLATE_NOOP("Words", "the line is not understood")));
    } catch (const toml::parse_error &error) {
        const std::string_view why = error.description();
        return faultAt(Format::Toml, error.source().begin.line, error.source().begin.column,
                       QString::fromUtf8(why.data(), qsizetype(why.size())));
    } catch (const std::exception &error) {
        return faultOf(Format::Toml, QString::fromLatin1(error.what()));
    }
}

// ---- YAML

/// Writes JSON; gives up where aliases make it too deep or too long.
class YamlWriter
{
public:
    [[nodiscard]] bool write(const YAML::Node &node, int depth = 0);
    [[nodiscard]] const QByteArray &json() const { return m_json; }

private:
    void writeScalar(const YAML::Node &node);

    QByteArray m_json;
};

/// A plain scalar is typed as JSON has it; a quoted one is a text.
void YamlWriter::writeScalar(const YAML::Node &node)
{
    const std::string &text = node.Scalar();
    const QByteArray bytes = QByteArray::fromStdString(text);
    const bool isPlain = node.Tag() == "?";
    const bool isNull = bytes == "~" || bytes.compare("null", Qt::CaseInsensitive) == 0;
    const bool isTruth =
        bytes.compare("true", Qt::CaseInsensitive) == 0 || bytes.compare("false", Qt::CaseInsensitive) == 0;
    static const QRegularExpression number(u"\\A-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?\\z"_s);
    if (isPlain && isNull)
        m_json += "null";
    else if (isPlain && isTruth)
        m_json += bytes.toLower();
    else if (isPlain && number.match(QString::fromUtf8(bytes)).hasMatch())
        m_json += bytes;
    else
        m_json += quoted(text);
}

bool YamlWriter::write(const YAML::Node &node, int depth)
{
    if (depth > MaxDepth || m_json.size() > MaxSize)
        return false;
    bool isFirst = true;
    const auto separate = [&] { m_json += std::exchange(isFirst, false) ? "" : ","; };
    if (node.IsMap()) {
        m_json += '{';
        for (const auto &member : node) {
            separate();
            m_json += quoted(member.first.IsScalar() ? member.first.Scalar() : std::string()) + ':';
            if (!write(member.second, depth + 1))
                return false;
        }
        m_json += '}';
    } else if (node.IsSequence()) {
        m_json += '[';
        for (const YAML::Node &element : node) {
            separate();
            if (!write(element, depth + 1))
                return false;
        }
        m_json += ']';
    } else if (node.IsScalar()) {
        writeScalar(node);
    } else {
        m_json += "null";
    }
    return true;
}

Result<QByteArray> jsonFromYaml(QByteArrayView text)
{
    try {
        YamlWriter writer;
        if (!writer.write(YAML::Load(std::string(text.data(), size_t(text.size())))))
            return faultOf(Format::Yaml, Words::of(QT_TRANSLATE_NOOP("Words", "it is too deep or too large")));
        return writer.json();
    } catch (const YAML::Exception &error) {
        return faultAt(Format::Yaml, error.mark.line + 1, error.mark.column + 1, QString::fromStdString(error.msg));
    } catch (const std::exception &error) {
        return faultOf(Format::Yaml, QString::fromLatin1(error.what()));
    }
}

} // namespace

Format formatOf(QByteArrayView text)
{
    static const QRegularExpression table(uR"(\A\[{1,2}\s*[\w."' -]+\s*\]{1,2}\s*(?:#.*)?\z)"_s);
    static const QRegularExpression toml(uR"(\A(?:[\w.-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"))*\s*=)"_s);
    static const QRegularExpression yaml(
        uR"(\A(?:---|%YAML|- |-\z|(?:[^\s:#{}\[\]'"][^:#]*|'[^']*'|"[^"]*"):(?:\s|\z)))"_s);
    text = withoutMark(text);
    while (!text.isEmpty()) {
        const qsizetype end = text.indexOf('\n');
        const QByteArrayView bytes = (end < 0 ? text : text.first(end)).trimmed();
        const bool isJson = bytes.startsWith('{') || bytes.startsWith("//") || bytes.startsWith("/*");
        if (isJson || isFragment(text))
            return Format::Json;
        if (!bytes.isEmpty() && !bytes.startsWith('#')) {
            const QString line = QString::fromUtf8(bytes);
            if (table.match(line).hasMatch() || toml.match(line).hasMatch())
                return Format::Toml;
            if (yaml.match(line).hasMatch())
                return Format::Yaml;
            return bytes.startsWith('[') ? Format::Json : Format::None;
        }
        text = end < 0 ? QByteArrayView() : text.sliced(end + 1);
    }
    return Format::None;
}

QLatin1StringView nameOf(Format format)
{
    return format == Format::Toml ? "TOML"_L1 : format == Format::Yaml ? "YAML"_L1 : "JSON"_L1;
}

Result<QByteArray> toJson(QByteArrayView text)
{
    const Format format = formatOf(text);
    const bool isOther = format == Format::Toml || format == Format::Yaml;
    if (isOther && text.size() > MaxSize)
        return faultOf(format, Words::of(QT_TRANSLATE_NOOP("Words", "it is longer than %1 MiB"), MaxSize >> 20));
    return !isOther                 ? jsonFromJson(text)
           : format == Format::Toml ? jsonFromToml(withoutMark(text))
                                    : jsonFromYaml(withoutMark(text));
}

} // namespace Pullcord::ConfigText
