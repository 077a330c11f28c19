# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0

# Models need no window. QAbstractItemModelTester of Qt 6.8 compares decorations with types of Gui, and warns where that
# library is not loaded.
add_library(pullcord_test_gui INTERFACE)
target_link_libraries(pullcord_test_gui INTERFACE $<LINK_ONLY:Qt6::Gui>)
foreach(unit IN ITEMS catalogmodel commandlines findingmarks schemaviolations formschema groupedrequestmodel jsonedit
        jsontreemodel messagemodel noisefilter pacedtimer palettemodel progressmodel requestmodel serverlogmodel sorting
        translated)
    pullcord_add_test(ui.${unit} LABEL ui SOURCES ui/models/tst_${unit}.cpp LIBRARIES pullcord_ui_models pullcord_test_gui)
endforeach()

# The window, with the demo server for a server.
add_library(pullcord_test_window STATIC
    ui/everywindow.cpp ui/everywindow.h
    ui/memoryserver.cpp ui/memoryserver.h ui/windowfixture.cpp ui/windowfixture.h)
target_include_directories(pullcord_test_window PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(pullcord_test_window PUBLIC pullcord_ui pullcord_test_transport Qt6::Test PRIVATE pullcord_options)
pullcord_add_test_pch(pullcord_window_test_pch LIBRARIES pullcord_test_window HEADERS
    <QApplication> <QComboBox> <QHeaderView> <QLabel> <QLineEdit> <QMenu> <QPlainTextEdit> <QPushButton> <QTableView>
    <QTabWidget> <QToolButton> <QTreeView>
    ${CMAKE_CURRENT_SOURCE_DIR}/ui/windowfixture.h ${PROJECT_SOURCE_DIR}/ui/actions.h)
pullcord_add_test(ui.contentview LABEL ui SOURCES ui/details/tst_contentview.cpp LIBRARIES pullcord_ui)
pullcord_add_test(ui.guidelanguages LABEL ui SOURCES ui/window/tst_guidelanguages.cpp LIBRARIES pullcord_ui
    ENVIRONMENT PULLCORD_TRANSLATIONS_DIR=${PROJECT_SOURCE_DIR}/resources/translations)
pullcord_add_test(ui.readablepalette LABEL ui SOURCES ui/window/tst_readablepalette.cpp LIBRARIES pullcord_ui)
pullcord_add_test(ui.settings LABEL ui SOURCES ui/window/tst_settings.cpp LIBRARIES pullcord_ui)
foreach(path IN ITEMS
        requests/answering requests/cancelling requests/colorrules requests/columnwidths requests/endings
        requests/grouping requests/marking requests/progress requests/resending requests/serverrequests
        requests/singleclick requests/tables requests/tasks requests/timeline
        details/comparing details/detailscopy details/detailssearch details/rawhex details/rawmessages
        details/resulttab details/schematab details/textview details/untrustedtext
        catalog/callpanel catalog/catalogpanel catalog/itempanel catalog/schemaform
        files/exporting files/following files/importing files/keeping files/openingfiles files/proxies files/redacting
        files/reopening files/savedservers files/watching
        window/aboutpanel window/accessibility window/askingvalues window/closing window/connectdialog
        window/desktoplooks window/diagnostics window/doctorwindow window/filtering window/findingspanel window/going
        window/guide window/guidewindow window/lab window/logview window/mainwindow window/markup
        window/motion window/palette window/reconnecting window/smallscreen window/statisticspanel
        window/tabs window/tour)
    get_filename_component(unit ${path} NAME)
    get_filename_component(folder ${path} DIRECTORY)
    pullcord_add_test(ui.${unit} LABEL ui SOURCES ui/${folder}/tst_${unit}.cpp LIBRARIES pullcord_test_window)
    add_dependencies(tst_${unit} pullcord-demo-server pullcord-guard)
endforeach()

pullcord_add_test(ui.http LABEL ui SOURCES ui/window/tst_http.cpp LIBRARIES pullcord_test_window pullcord_test_server)
add_dependencies(tst_http pullcord-demo-server pullcord-guard)

list(JOIN PULLCORD_LUPDATE_ARGUMENTS " " arguments)
pullcord_add_test(ui.translations LABEL ui SOURCES ui/window/tst_translations.cpp LIBRARIES pullcord_test_window
    ENVIRONMENT PULLCORD_TRANSLATIONS_DIR=${PROJECT_SOURCE_DIR}/resources/translations
        PULLCORD_LUPDATE=$<TARGET_FILE:Qt6::lupdate> "PULLCORD_LUPDATE_ARGUMENTS=${arguments}")
add_dependencies(tst_translations pullcord pullcord-demo-server pullcord-guard)

pullcord_add_test(ui.instance LABEL ui SOURCES ui/window/tst_instance.cpp LIBRARIES pullcord_ui)
add_dependencies(tst_reopening pullcord)
add_dependencies(tst_proxies pullcord-cli)

# It compares its pages with what the command line says of itself.
add_dependencies(tst_guide pullcord-cli)

# Large files, and many windows of all sizes, which sanitizers make slow.
set_tests_properties(ui.openingfiles ui.columnwidths ui.markup PROPERTIES TIMEOUT 300)

# Takes the pictures in resources/screenshots; screenshots.sh runs it.
qt_add_executable(pullcord-screenshots ui/screenshots.cpp ui/busyscenes.cpp ui/busyscenes.h)
target_link_libraries(pullcord-screenshots PRIVATE pullcord_test_window pullcord_options)
set_target_properties(pullcord-screenshots PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
add_dependencies(pullcord-screenshots pullcord-cli pullcord-demo-server pullcord-guard)
