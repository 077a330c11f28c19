// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/cataloglist.h"
#include "core/mcp/uritemplate.h"

#include <QMap>
#include <QWidget>

#include <optional>

class QFormLayout;
class QLayout;
class QLineEdit;
class QToolButton;

namespace Pullcord {

class Actions;
class Conversation;
class FieldNote;
class PeerLabel;

/// A prompt, a resource or a template: what it says of itself, fields for what it wants to know, and what can be done with it.
class ItemPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit ItemPanel(Actions &actions, QWidget *parent = nullptr);
    ~ItemPanel() override;

    void setConversation(Conversation *conversation);
    /// What is typed for each item is remembered while the conversation lasts.
    void setItem(CatalogList::Kind kind, const CatalogItem &item);
    void clear();
    /// To its first field, or to the button of what has none.
    void focusFirst();

    /// There is something to ask for, if without all that is required.
    [[nodiscard]] bool canFetch() const;
    /// What the prompt requires and has no value, by title.
    [[nodiscard]] QStringList missing() const;
    [[nodiscard]] bool isPrompt() const { return m_item && m_kind == CatalogList::Kind::Prompts; }
    [[nodiscard]] QString promptName() const { return m_item ? m_item->name : QString(); }
    /// Of the prompt, a raw JSON object; what is empty is left out.
    [[nodiscard]] QByteArray arguments() const;
    /// Of the resource, or as the template expands; empty for a prompt, and for none.
    [[nodiscard]] QString uri() const;

signals:
    void changed();

private:
    [[nodiscard]] QLayout *makeButtons();
    void remember();
    void makeFields();
    void addField(const PromptArgument &argument);
    void onEnter();
    void showMissing();
    [[nodiscard]] QMap<QString, QString> values() const;
    void showUri();

    Actions &m_actions;
    Conversation *m_conversation = nullptr;
    CatalogList::Kind m_kind = CatalogList::Kind::Prompts;
    std::optional<CatalogItem> m_item;
    std::optional<UriTemplate> m_template;
    QMap<QString, QLineEdit *> m_fields;
    QList<PromptArgument> m_arguments;              ///< of the prompt, or the template's variables
    QHash<QString, QMap<QString, QString>> m_typed; ///< by what is in the catalog
    PeerLabel *m_title;
    PeerLabel *m_text;
    QWidget *m_form;
    QFormLayout *m_layout;
    PeerLabel *m_uri;
    FieldNote *m_missing;
    QToolButton *m_fetch = nullptr;
};

} // namespace Pullcord
