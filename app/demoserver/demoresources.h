// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demoserver/demoworld.h"
#include "core/connection/incomingrequest.h"

namespace Pullcord {

/// The few resources and prompts of the demo server, and the completion of their arguments.
/// Specification: server "Resources", "Prompts", "Completion"; spec digest 4.2 to 4.4.
class DemoResources
{
public:
    explicit DemoResources(DemoWorld &world)
        : m_world(world)
    {}

    /// Returns false if the method is not handled here.
    [[nodiscard]] bool handle(IncomingRequest *request, bool modern) const;
    [[nodiscard]] static bool has(const QString &uri);

private:
    [[nodiscard]] QByteArray contents(const QString &uri) const;
    void read(IncomingRequest *request, bool modern) const;
    static void getPrompt(IncomingRequest *request, bool modern);
    static void complete(IncomingRequest *request, bool modern);

    DemoWorld &m_world;
};

} // namespace Pullcord
