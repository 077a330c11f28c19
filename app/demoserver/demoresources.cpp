// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/demoserver/demoresources.h"

#include "app/demoserver/demoserver.h"
#include "core/json/jsontext.h"
#include "core/rpc/errorcodes.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Pullcord {
namespace {

constexpr QByteArrayView Resources =
    R"([{"uri":"demo:///counter","name":"counter","title":"Counter","mimeType":"text/plain",)"
    R"("description":"A number that the tool change makes larger."},)"
    R"({"uri":"demo:///pixel","name":"pixel","title":"Pixel","mimeType":"image/png","size":70,)"
    R"("description":"One red pixel."}])";
constexpr QByteArrayView Templates =
    R"([{"uriTemplate":"demo:///squares/{n}","name":"squares","title":"Squares","mimeType":"text/plain",)"
    R"("description":"The square of n, which is 1 to 100."}])";
constexpr QByteArrayView Prompts =
    R"([{"name":"greet","title":"Greet","description":"A greeting in some language.","arguments":[)"
    R"({"name":"language","description":"Language, with completion","required":true},)"
    R"({"name":"name","description":"Name of the person to greet"}]}])";
constexpr QByteArrayView Pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
constexpr int LargestRoot = 100;

struct Greeting
{
    QLatin1StringView language;
    QLatin1StringView words;
};
constexpr Greeting Greetings[] = {
    {"english"_L1, "Good morning"_L1}, {"esperanto"_L1, "Bonan matenon"_L1}, {"french"_L1, "Bonjour"_L1},
    {"german"_L1, "Guten Morgen"_L1},  {"italian"_L1, "Buongiorno"_L1},
};

void respond(IncomingRequest *request, const QByteArray &result, bool modern, bool cached = false)
{
    const QByteArray hinted = cached && modern ? DemoServer::withCacheHints(result) : result;
    request->respond(modern ? DemoServer::asModernResult(hinted) : hinted);
}

/// Returns the n of demo:///squares/{n}; 0 if invalid.
int rootIn(const QString &uri)
{
    const QLatin1StringView prefix = "demo:///squares/"_L1;
    const int root = uri.startsWith(prefix) ? uri.mid(prefix.size()).toInt() : 0;
    return root <= LargestRoot ? std::max(root, 0) : 0;
}

QByteArray completion(const QStringList &values)
{
    constexpr qsizetype Most = 100;
    QByteArrayList quoted;
    for (const QString &value : values.first(std::min(values.size(), Most)))
        quoted.append(JsonText::quoted(value));
    return R"({"completion":{"values":[)" + quoted.join(',') + R"(],"total":)" + QByteArray::number(values.size()) +
           R"(,"hasMore":)" + (values.size() > Most ? "true" : "false") + "}}";
}

} // namespace

bool DemoResources::has(const QString &uri)
{
    return uri == "demo:///counter"_L1 || uri == "demo:///pixel"_L1 || rootIn(uri) > 0;
}

bool DemoResources::handle(IncomingRequest *request, bool modern) const
{
    const QByteArray &method = request->method();
    const auto list = [&](QByteArrayView member, QByteArrayView items) {
        respond(request, JsonText::withMember({}, member, items), modern, true);
    };
    if (method == "resources/list")
        list("resources", Resources);
    else if (method == "resources/templates/list")
        list("resourceTemplates", Templates);
    else if (method == "prompts/list")
        list("prompts", Prompts);
    else if (method == "resources/read")
        read(request, modern);
    else if (method == "prompts/get")
        getPrompt(request, modern);
    else if (method == "completion/complete")
        complete(request, modern);
    else
        return false;
    return true;
}

QByteArray DemoResources::contents(const QString &uri) const
{
    QByteArray content = JsonText::withMember({}, "uri", JsonText::quoted(uri));
    const auto text = [&](int number) {
        content = JsonText::withMember(content, "mimeType", R"("text/plain")");
        content = JsonText::withMember(content, "text", '"' + QByteArray::number(number) + '"');
    };
    if (uri == "demo:///counter"_L1) {
        text(m_world.counter());
    } else if (uri == "demo:///pixel"_L1) {
        content = JsonText::withMember(content, "mimeType", R"("image/png")");
        content = JsonText::withMember(content, "blob", JsonText::quoted(Pixel));
    } else {
        text(rootIn(uri) * rootIn(uri));
    }
    return R"({"contents":[)" + content + "]}";
}

void DemoResources::read(IncomingRequest *request, bool modern) const
{
    constexpr qint64 LegacyNotFound = -32002;
    const JsonValue uri = JsonValue(request->params()).member("uri");
    if (has(uri.toString()))
        respond(request, contents(uri.toString()), modern, true);
    else
        request->fail(modern ? ErrorCode::InvalidParams : LegacyNotFound, u"Unknown resource"_s,
                      uri.isValid() ? JsonText::withMember({}, "uri", uri.raw()) : QByteArray());
}

void DemoResources::getPrompt(IncomingRequest *request, bool modern)
{
    const JsonValue params(request->params());
    const QString language = params.member("arguments").member("language").toString();
    const auto *greeting = std::find_if(std::begin(Greetings), std::end(Greetings),
                                        [&](const Greeting &known) { return known.language == language; });
    if (params.member("name").toUtf8() != "greet" || greeting == std::end(Greetings)) {
        request->fail(ErrorCode::InvalidParams, u"Unknown prompt or language"_s);
        return;
    }
    const QString name = params.member("arguments").member("name").toString();
    const QString text = greeting->words + (name.isEmpty() ? u"!"_s : u", %1!"_s.arg(name));
    respond(request,
            R"({"description":"A greeting","messages":[{"role":"user","content":{"type":"text","text":)" +
                JsonText::quoted(text) + "}}]}",
            modern);
}

void DemoResources::complete(IncomingRequest *request, bool modern)
{
    const JsonValue params(request->params());
    const JsonValue ref = params.member("ref");
    const QString argument = params.member("argument").member("name").toString();
    const QString begun = params.member("argument").member("value").toString();
    QStringList values;
    if (ref.member("name").toUtf8() == "greet" && argument == "language"_L1) {
        for (const Greeting &greeting : Greetings)
            values.append(greeting.language);
    } else if (ref.member("uri").toString().startsWith("demo:///squares/"_L1) && argument == "n"_L1) {
        for (int n = 1; n <= LargestRoot; ++n)
            values.append(QString::number(n));
    }
    values.removeIf([&](const QString &value) { return !value.startsWith(begun); });
    respond(request, completion(values), modern);
}

} // namespace Pullcord
