// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/catalog/jsonedit.h"

#include "core/json/jsontext.h"
#include "core/json/jsonvalue.h"

#include <algorithm>
#include <vector>

namespace Pullcord::JsonEdit {

namespace {

/// Range of a child in the text: from its key, if it has one, to the end of its value.
struct Place
{
    qsizetype start = 0;
    qsizetype value = 0;
    qsizetype end = 0;
    bool wanted = false;
};

std::vector<Place> placesOf(const QByteArray &container, QByteArrayView token)
{
    std::vector<Place> places;
    for (const JsonMember &child : JsonValue(container)) {
        const qsizetype value = child.value.raw().data() - container.constData();
        const bool isMember = !child.rawKey.isEmpty();
        const bool wanted = isMember ? child.keyEquals(token) : QByteArray::number(qsizetype(places.size())) == token;
        places.push_back({isMember ? child.rawKey.data() - container.constData() : value, value,
                          value + child.value.raw().size(), wanted});
    }
    return places;
}

/// Returns the white space between the last child and the bracket or comma before it.
QByteArray leadOf(const QByteArray &container, const std::vector<Place> &places)
{
    const qsizetype child = places.back().start;
    qsizetype start = child;
    while (start > 0 && QByteArrayView(" \t\r\n").contains(container.at(start - 1)))
        --start;
    const QByteArray lead = container.mid(start, child - start);
    return lead.contains('\n') || places.size() > 1 ? lead : QByteArray(" ");
}

QByteArray without(QByteArray container, const std::vector<Place> &places)
{
    const auto kept = std::find_if(places.begin(), places.end(), [](const Place &place) { return !place.wanted; });
    if (kept == places.end())
        return JsonValue(container).isObject() ? "{}" : "[]";
    for (size_t i = places.size(); i-- > 1;) { // from the end, so that earlier offsets stay valid
        if (places[i].wanted && &places[i] > &*kept)
            container.remove(places[i - 1].end, places[i].end - places[i - 1].end);
    }
    return container.remove(places.front().start, kept->start - places.front().start);
}

/// Returns the indentation of the line at `position`.
QByteArray indentAt(const QByteArray &text, qsizetype position)
{
    const qsizetype line = position > 0 ? text.lastIndexOf('\n', position - 1) + 1 : 0;
    qsizetype end = line;
    while (end < position && (text.at(end) == ' ' || text.at(end) == '\t'))
        ++end;
    return text.mid(line, end - line);
}

/// Indents a value of several lines for its new place.
QByteArray laidOut(QByteArray value, const QByteArray &container, const QByteArray &indent)
{
    if (!value.contains('\n'))
        return value;
    const JsonValue around(container);
    if (around.begin() != around.end() && !container.contains('\n'))
        return JsonText::compact(value);
    return value.replace("\n", "\n" + indent + "  ");
}

/// `child` is the text to add: a member with its key, or an element.
QByteArray withChild(const QByteArray &container, const std::vector<Place> &places, const QByteArray &child,
                     const QByteArray &indent)
{
    if (!places.empty())
        return QByteArray(container).insert(places.back().end, "," + leadOf(container, places) + child);
    if (JsonValue(container).isObject())
        return "{\n" + indent + "  " + child + "\n" + indent + "}";
    return child.contains('\n') ? "[\n" + indent + "  " + child + "\n" + indent + "]" : "[" + child + "]";
}

QByteArray nameIn(QByteArray token)
{
    return token.replace("~1", "/").replace("~0", "~");
}

} // namespace

QByteArray pointerTo(const QByteArray &pointer, const QByteArray &name)
{
    return pointer + '/' + QByteArray(name).replace("~", "~0").replace("/", "~1");
}

QByteArray withValue(const QByteArray &text, const QByteArray &pointer, const std::optional<QByteArray> &value)
{
    const qsizetype slash = pointer.lastIndexOf('/');
    if (slash < 0)
        return value.value_or(text);
    const QByteArray parent = pointer.first(slash);
    const QByteArray token = nameIn(pointer.sliced(slash + 1));
    const JsonValue container = JsonValue(text).pointer(parent);
    if (!container.isObject() && !container.isArray()) {
        if (!value)
            return text;
        const QByteArray member = JsonText::quoted(QByteArrayView(token)) + ": " + laidOut(*value, {}, {});
        return withValue(text, parent, "{\n  " + member + "\n}");
    }
    const qsizetype offset = container.raw().data() - text.constData();
    QByteArray own = container.raw().toByteArray();
    const std::vector<Place> places = placesOf(own, token);
    const auto place = std::find_if(places.rbegin(), places.rend(), [](const Place &each) { return each.wanted; });
    if (!value) {
        if (place != places.rend())
            own = without(own, places);
    } else {
        const QByteArray indent = indentAt(text, offset);
        const QByteArray laid = laidOut(*value, own, indent);
        if (place != places.rend()) // of duplicate keys, the last one counts
            own.replace(place->value, place->end - place->value, laid);
        else if (container.isObject())
            own = withChild(own, places, JsonText::quoted(QByteArrayView(token)) + ": " + laid, indent);
        else
            own = withChild(own, places, laid, indent);
    }
    return QByteArray(text).replace(offset, container.raw().size(), own);
}

QByteArray withElement(const QByteArray &text, const QByteArray &array, const QByteArray &value)
{
    qsizetype count = 0;
    const JsonValue elements = JsonValue(text).pointer(array);
    if (!elements.isArray())
        return withValue(withValue(text, array, "[]"), array + "/0", value);
    for ([[maybe_unused]] const JsonMember &element : elements)
        ++count;
    return withValue(text, array + '/' + QByteArray::number(count), value);
}

QByteArray withSwapped(const QByteArray &text, const QByteArray &array, qsizetype one, qsizetype other)
{
    const JsonValue elements = JsonValue(text).pointer(array);
    const QByteArrayView first = elements.element(qMin(one, other)).raw();
    const QByteArrayView second = elements.element(qMax(one, other)).raw();
    if (first.isEmpty() || second.isEmpty() || one == other)
        return text;
    QByteArray swapped = text;
    swapped.replace(second.data() - text.constData(), second.size(), first.toByteArray());
    return swapped.replace(first.data() - text.constData(), first.size(), second.toByteArray());
}

} // namespace Pullcord::JsonEdit
