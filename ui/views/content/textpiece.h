// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"
#include "ui/views/content/contentpiece.h"

class QPushButton;

namespace Pullcord {

class TextView;

/// A plain text, shown as received. JSON is indented unless the user asks for the original.
///
/// Of a long text, the beginning is shown, and more on demand, up to a limit that keeps the window responsive. Saving
/// writes all of it.
class TextPiece final : public ContentPiece
{
    Q_OBJECT

public:
    static constexpr qsizetype FirstShown = 20000;     ///< in bytes
    static constexpr qsizetype MostShown = 1'000'000;  ///< in bytes, on demand
    static constexpr qsizetype MostPretty = 1'000'000; ///< in bytes; larger JSON is not indented

    /// Location of the text: a string in a JSON text, or the JSON text itself.
    struct Source
    {
        QByteArray json;
        QByteArray pointer; ///< JSON Pointer to the string; null: all of `json` is the text
    };
    TextPiece(const PieceInfo &info, const Source &source, QWidget *parent = nullptr);
    ~TextPiece() override;

    void setMostHeight(int height) override;

private:
    [[nodiscard]] bool isString() const { return !m_source.pointer.isNull(); }
    [[nodiscard]] QByteArray whole() const { return isString() ? m_value.toUtf8() : m_source.json; }
    void addSave();
    void findJson();
    void fill();
    void fit();
    [[nodiscard]] int textHeight() const;

    const Source m_source;
    const JsonValue m_value; ///< the string in m_source.json; looked up once, since that may read all of it
    qsizetype m_size = 0;    ///< in bytes; an estimate with escapes for a long text
    QByteArray m_pretty;     ///< indented; empty unless the text is JSON
    bool m_wantsPretty = true;
    qsizetype m_shown = FirstShown;
    int m_mostHeight = 0;
    TextView *m_view;
    QPushButton *m_more;
};

} // namespace Pullcord
