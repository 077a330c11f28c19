# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0

# Models need no window.
foreach(unit IN ITEMS flatschema jsontreemodel messagemodel requestmodel toolmodel)
    pullcord_add_test(ui.${unit} LABEL ui SOURCES ui/tst_${unit}.cpp LIBRARIES pullcord_ui_models)
endforeach()
