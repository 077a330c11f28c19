// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/catalog/cataloglist.h"
#include "core/mcp/catalog/uritemplate.h"

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

/// Panel for a prompt, a resource or a template: description, fields for its arguments, and buttons.
class ItemPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit ItemPanel(Actions &actions, QWidget *parent = nullptr);
    ~ItemPanel() override;

    void setConversation(Conversation *conversation);
    /// Input is remembered per item for the life of the conversation.
    void setItem(CatalogList::Kind kind, const CatalogItem &item);
    void clear();
    /// Focuses the first field, or the button if there is none.
    void focusFirst();

    /// True if a request is possible, even without required arguments.
    [[nodiscard]] bool canFetch() const;
    /// Returns the titles of required arguments without a value.
    [[nodiscard]] QStringList missing() const;
    [[nodiscard]] bool isPrompt() const { return m_item && m_kind == CatalogList::Kind::Prompts; }
    [[nodiscard]] QString promptName() const { return m_item ? m_item->name : QString(); }
    /// Returns the arguments of the prompt as a raw JSON object, without empty ones.
    [[nodiscard]] QByteArray arguments() const;
    /// Returns the URI of the resource, or the expanded template; empty otherwise.
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
    QList<PromptArgument> m_arguments;              ///< arguments of the prompt, or variables of the template
    QHash<QString, QMap<QString, QString>> m_typed; ///< by item of the catalog
    PeerLabel *m_title;
    PeerLabel *m_text;
    QWidget *m_form;
    QFormLayout *m_layout;
    PeerLabel *m_uri;
    FieldNote *m_missing;
    QToolButton *m_fetch = nullptr;
};

} // namespace Pullcord
