// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/json/jsonvalue.h"
#include "ui/views/content/contentpiece.h"

class QPushButton;

namespace Pullcord {

class TextView;

/// A text, plain: whatever it is written in, it is shown as it came. Only JSON is indented, until somebody wants it as it was.
///
/// Of a long one the beginning is shown, more of it on demand, and never so much that the window would stand still; saving takes
/// the whole.
class TextPiece final : public ContentPiece
{
    Q_OBJECT

public:
    static constexpr qsizetype FirstShown = 20000;     ///< bytes
    static constexpr qsizetype MostShown = 1'000'000;  ///< bytes, on demand
    static constexpr qsizetype MostPretty = 1'000'000; ///< bytes of JSON that are indented

    /// Where the text is: a string in a JSON text, or the JSON text itself.
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
    const JsonValue m_value; ///< in it; found once, since that may take reading all of it
    qsizetype m_size = 0;    ///< bytes; of a long one with its escapes
    QByteArray m_pretty;     ///< indented; empty if it is no JSON
    bool m_wantsPretty = true;
    qsizetype m_shown = FirstShown;
    int m_mostHeight = 0;
    TextView *m_view;
    QPushButton *m_more;
};

} // namespace Pullcord
