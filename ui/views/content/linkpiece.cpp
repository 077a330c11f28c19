// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/content/linkpiece.h"

#include "core/capture/formatting.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/style/icons.h"
#include "ui/views/widgets/peerlabel.h"

#include <QHBoxLayout>
#include <QToolButton>

namespace Pullcord {
using namespace Qt::StringLiterals;

LinkPiece::LinkPiece(const PieceInfo &info, const CatalogItem &link, bool canRead, QWidget *parent)
    : ContentPiece(info, parent)
{
    setObjectName(u"linkPiece"_s);
    setFacts(link.size ? Formatting::byteCount(*link.size) : QString());
    QStringList words{Texts::head(link.title)};
    if (link.name != link.title)
        words << Texts::head(link.name);
    words << Texts::head(link.description);
    words.removeAll(QString());
    auto *text = new PeerLabel(words.join(u'\n'), this);
    text->setObjectName(u"linkText"_s);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setHidden(words.isEmpty());
    addBody(text);
    if (link.uri.isEmpty()) {
        setProblem(tr("The link has no URI."));
        return;
    }
    if (!canRead)
        return;
    QToolButton *read = addButton("download", tr("Read"), u"readLink"_s);
    read->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    read->setAutoRaise(false);
    read->setToolTip(tr("Read this resource from the server"));
    connect(read, &QToolButton::clicked, this, [this, uri = link.uri] { emit readRequested(uri); });
}

LinkPiece::~LinkPiece() = default;

} // namespace Pullcord
