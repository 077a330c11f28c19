// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/content/audiopiece.h"

#include "ui/models/messages/contenttexts.h"

#include <QToolButton>

namespace Pullcord {
using namespace Qt::StringLiterals;

AudioPiece::AudioPiece(const PieceInfo &info, const Result<QByteArray> &content, QWidget *parent)
    : DataPiece(info, content, parent)
{
    setObjectName(u"audioPiece"_s);
    if (!hasBytes())
        return;
    QToolButton *play = addButton("play", tr("Play"), u"playPiece"_s);
    if (ContentTexts::isPlayable(info.mimeType, bytes())) {
        play->setToolTip(tr("Open in the desktop's player, from a temporary file"));
    } else {
        play->setEnabled(false);
        setProblem(tr("These bytes do not match the declared audio type, so they can only be saved."));
    }
    connect(play, &QToolButton::clicked, this, [this] {
        // Named by its type alone, so that the server does not choose the program that opens it.
        emit playRequested(ContentTexts::fileName({}, this->info().mimeType, u"sound"_s), bytes());
    });
    addSave();
}

AudioPiece::~AudioPiece() = default;

} // namespace Pullcord
