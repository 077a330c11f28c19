// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/rules/notifications/notificationrule.h"

#include "core/json/jsonvalue.h"

#include <algorithm>
#include <iterator>

namespace Pullcord {

/// A notification of MCP: its sender, its revisions, and the capability that its sender must have declared in the older
/// era.
struct NotificationRule::Notice
{
    QByteArrayView name;
    Direction sender;
    Revision first;
    Revision last;
    const char *capability = ""; ///< a JSON pointer; empty if none is needed
};

/// Ignores notifications that both sides may send at any time, and those of extensions.
const NotificationRule::Notice *NotificationRule::find(const FindingStep &step)
{
    using enum Revision;
    constexpr auto Client = Direction::ClientToServer;
    constexpr auto Server = Direction::ServerToClient;
    static constexpr Notice Notices[] = {
        {"notifications/message", Server, R2024_11_05, R2026_07_28, "/logging"},
        {"notifications/tools/list_changed", Server, R2024_11_05, R2026_07_28, "/tools/listChanged"},
        {"notifications/prompts/list_changed", Server, R2024_11_05, R2026_07_28, "/prompts/listChanged"},
        {"notifications/resources/list_changed", Server, R2024_11_05, R2026_07_28, "/resources/listChanged"},
        {"notifications/resources/updated", Server, R2024_11_05, R2026_07_28, "/resources/subscribe"},
        {"notifications/roots/list_changed", Client, R2024_11_05, R2025_11_25, "/roots/listChanged"},
        {"notifications/initialized", Client, R2024_11_05, R2025_11_25},
        {"notifications/elicitation/complete", Server, R2025_11_25, R2025_11_25},
        {"notifications/tasks/status", Client, R2025_11_25, R2025_11_25},
        {"notifications/tasks/status", Server, R2025_11_25, R2025_11_25},
        {"notifications/subscriptions/acknowledged", Server, R2026_07_28, R2026_07_28},
    };
    const auto *const found = std::find_if(std::begin(Notices), std::end(Notices), [&](const Notice &notice) {
        return notice.sender == step.event.direction && step.message.hasMethod(step.event.bytes, notice.name);
    });
    return found == std::end(Notices) ? nullptr : found;
}

/// The newer era declares nothing for a whole conversation.
bool NotificationRule::isDeclared(const Notice &notice, Known &known) const
{
    const QByteArray &declared = facts().capabilities(notice.sender);
    if (facts().isModern() || declared.isEmpty() || !*notice.capability)
        return true;
    if (declared != known.capabilities) { // a million notifications may come under the same capabilities
        const JsonValue capability = JsonValue(declared).pointer(notice.capability);
        known.capabilities = declared;
        known.isDeclared = capability.isValid() && capability.toBool().value_or(true);
    }
    return known.isDeclared;
}

void NotificationRule::onEvent(const FindingStep &step)
{
    const std::optional<Revision> revision = facts().revision();
    const Notice *notice = revision && facts().isMcp() ? find(step) : nullptr;
    if (!notice)
        return;
    const bool isOfRevision = *revision >= notice->first && *revision <= notice->last;
    Known &known = m_known[notice];
    if (isOfRevision && isDeclared(*notice, known))
        return;
    if (grow(known.found, step))
        return;
    Finding found = finding(isOfRevision ? FindingCode::P09 : FindingCode::P10, notice->sender, step);
    const QString name = QString::fromUtf8(notice->name);
    if (!isOfRevision) {
        found.sentence = TranslatableText::of(QT_TRANSLATE_NOOP("TranslatableText", "This revision has no %1"), name);
    } else {
        found.sentence = TranslatableText::of(
            QT_TRANSLATE_NOOP("TranslatableText",
                              "%1 was sent, although its sender has not declared the capability %2"),
            name, QString::fromUtf8(notice->capability + 1).replace(u'/', u'.'));
        if (*revision < Revision::R2025_06_18)
            found.severity = FindingSeverity::Warning; // only a SHOULD before 2025-06-18
    }
    found.addEvent(step.index);
    known.found = raise(std::move(found));
}

} // namespace Pullcord
