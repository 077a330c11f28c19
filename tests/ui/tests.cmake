# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0

# Models need no window.
foreach(unit IN ITEMS flatschema jsontreemodel messagemodel requestmodel toolmodel)
    pullcord_add_test(ui.${unit} LABEL ui SOURCES ui/tst_${unit}.cpp LIBRARIES pullcord_ui_models)
endforeach()

# The window, with the demo server for a server.
add_library(pullcord_test_window STATIC ui/windowfixture.cpp ui/windowfixture.h)
target_include_directories(pullcord_test_window PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/ui)
target_link_libraries(pullcord_test_window PUBLIC pullcord_ui Qt6::Test PRIVATE pullcord_options)
foreach(unit IN ITEMS cancelling)
    pullcord_add_test(ui.${unit} LABEL ui SOURCES ui/tst_${unit}.cpp LIBRARIES pullcord_test_window)
    add_dependencies(tst_${unit} pullcord-demo-server pullcord-guard)
endforeach()
