// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/findingrules.h"

namespace Pullcord {

const std::vector<FindingRules::Kind> &FindingRules::kinds()
{
    static const std::vector<Kind> all = [] {
        std::vector<Kind> each;
        for (const auto &family : {cancelled, cancelHttp, cancelHarm, responses, cancelSender, messages, lifecycle,
                                   capabilities, modern, lists, http}) {
            const std::vector<Kind> kinds = family();
            each.insert(each.end(), kinds.begin(), kinds.end());
        }
        return each;
    }();
    return all;
}

} // namespace Pullcord
