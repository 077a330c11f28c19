// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/export/exportselection.h"
#include "core/capture/export/redaction/redactionpreview.h"
#include "core/slicedwork.h"

#include <QDialog>
#include <QVector>
#include <QWidget>

#include <optional>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QTableView;
class QToolButton;
class QVBoxLayout;

namespace Pullcord {

class FieldNote;
class RedactionModel;
class Settings;

/// Editor for one redaction rule, with a note about errors.
class RedactionRuleRow final : public QWidget
{
    Q_OBJECT

public:
    /// `rule` in the format of Redaction; empty for a new one.
    explicit RedactionRuleRow(const QString &rule, QWidget *parent = nullptr);
    ~RedactionRuleRow() override;

    /// Empty without input.
    [[nodiscard]] QString rule() const;
    [[nodiscard]] bool isBad() const { return m_isBad; }
    /// Sets its position, from 0.
    void setPlace(qsizetype place);
    void begin();

signals:
    void changed();
    void removeRequested();

private:
    void check();

    QComboBox *m_kind;
    QLineEdit *m_what;
    QToolButton *m_remove;
    FieldNote *m_note;
    bool m_isBad = false;
};

/// Redaction of an export: rules, and a preview of the values they remove. Not modal. The rules are saved in the
/// settings.
class ExportDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `capture` must outlive it.
    ExportDialog(Settings &settings, const Capture &capture, const ExportSelection &selection,
                 QWidget *parent = nullptr);
    ~ExportDialog() override;

signals:
    void chosen(const Pullcord::Redaction &redaction);

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    [[nodiscard]] QLabel *makeScope();
    [[nodiscard]] QWidget *makeRules();
    [[nodiscard]] QWidget *makeAddButton();
    [[nodiscard]] QWidget *makePreview();
    [[nodiscard]] QWidget *makeButtons();
    RedactionRuleRow *add(const QString &rule);
    void remove(RedactionRuleRow *row);
    void number();
    void fitRules();
    [[nodiscard]] Redaction redaction() const;
    void restart();
    void lookOn();
    void showSum();
    void choose();

    Settings &m_settings;
    const Capture &m_capture;
    const ExportSelection m_selection;
    QCheckBox *m_known;
    QScrollArea *m_area = nullptr; ///< contains the rules
    QVBoxLayout *m_list = nullptr;
    QVector<RedactionRuleRow *> m_rows;
    RedactionModel *m_model;
    QTableView *m_view = nullptr;
    QLabel *m_sum;
    QPushButton *m_export = nullptr;
    std::optional<RedactionPreview> m_preview;
    SlicedWork m_turn;
};

} // namespace Pullcord
