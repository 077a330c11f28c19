// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/content/datapiece.h"

#include "core/capture/formatting.h"
#include "ui/models/messages/contenttexts.h"
#include "ui/models/texts.h"
#include "ui/views/content/hexview.h"

#include <QToolButton>

namespace Pullcord {
using namespace Qt::StringLiterals;

DataPiece::DataPiece(const PieceInfo &info, const Result<QByteArray> &content, QWidget *parent)
    : ContentPiece(info, parent)
    , m_bytes(content ? *content : QByteArray())
    , m_hasBytes(content.has_value())
    , m_mostHeight(20 * fontMetrics().lineSpacing())
{
    if (!m_hasBytes) {
        setProblem(Texts::sentence(content.error()));
        return;
    }
    setFacts(Formatting::byteCount(m_bytes.size()));
}

DataPiece::~DataPiece() = default;

void DataPiece::addSave()
{
    connect(addButton("save", tr("Save As…"), u"savePiece"_s), &QToolButton::clicked, this, [this] {
        emit saveRequested(ContentTexts::fileName(info().uri, info().mimeType, info().fileBase), m_bytes);
    });
}

void DataPiece::showHex(bool wanted)
{
    if (wanted && !m_hex) {
        m_hex = new HexView(m_bytes, this);
        m_hex->setMostHeight(m_mostHeight);
        addBody(m_hex);
    }
    if (m_hex)
        m_hex->setVisible(wanted);
}

QToolButton *DataPiece::addHexSwitch(QWidget *body)
{
    QToolButton *hex = addButton(nullptr, tr("Hex"), u"pieceHex"_s);
    hex->setCheckable(true);
    hex->setToolTip(tr("Show the bytes in hexadecimal digits"));
    connect(hex, &QToolButton::toggled, this, [this, body](bool checked) {
        body->setHidden(checked);
        showHex(checked);
    });
    return hex;
}

void DataPiece::setMostHeight(int height)
{
    m_mostHeight = height;
    if (m_hex)
        m_hex->setMostHeight(height);
}

} // namespace Pullcord
