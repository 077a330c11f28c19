# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0

# The portable archive: our programs with the shared libraries and Qt plugins that they need, for any distribution with this
# C library or a later one. It leaves out what has to be the system's: the C and C++ libraries, and the drivers that the
# dispatching libraries of OpenGL load.
set(portable_libraries ${CMAKE_INSTALL_LIBDIR})
set(portable_plugins ${CMAKE_INSTALL_LIBDIR}/qt6/plugins)
set(qt_plugins ${QT6_INSTALL_PREFIX}/${QT6_INSTALL_PLUGINS})

set(programs $<TARGET_FILE:pullcord-cli> $<TARGET_FILE:pullcord-demo-server>)
set(plugins tls/libqopensslbackend.so networkinformation/libqnetworkmanager.so)
if(NOT PULLCORD_CORE_ONLY)
    list(APPEND programs $<TARGET_FILE:pullcord>)
    list(APPEND plugins
        imageformats/libqgif.so imageformats/libqico.so imageformats/libqjpeg.so
        platforminputcontexts/libcomposeplatforminputcontextplugin.so
        platforminputcontexts/libibusplatforminputcontextplugin.so
        platforms/libqoffscreen.so platforms/libqxcb.so platforms/libqwayland-generic.so
        wayland-shell-integration/libxdg-shell.so
        xcbglintegrations/libqxcb-egl-integration.so xcbglintegrations/libqxcb-glx-integration.so)
endif()

set(modules)
foreach(plugin IN LISTS plugins)
    if(EXISTS ${qt_plugins}/${plugin}) # those for Wayland come with a package of their own
        cmake_path(GET plugin PARENT_PATH folder)
        install(FILES ${qt_plugins}/${plugin} DESTINATION ${portable_plugins}/${folder} COMPONENT cli)
        list(APPEND modules ${qt_plugins}/${plugin})
    endif()
endforeach()
# Qt opens OpenSSL by name.
foreach(name IN ITEMS libssl.so.3 libcrypto.so.3)
    find_file(PULLCORD_${name} ${name} PATHS /usr/lib /usr/local/lib PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE} REQUIRED)
    list(APPEND modules ${PULLCORD_${name}})
    install(CODE "file(INSTALL \"${PULLCORD_${name}}\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${portable_libraries}\" FOLLOW_SYMLINK_CHAIN)"
        COMPONENT cli)
endforeach()
install(FILES ${QT6_INSTALL_PREFIX}/${QT6_INSTALL_TRANSLATIONS}/qtbase_zh_CN.qm
    DESTINATION ${CMAKE_INSTALL_DATADIR}/qt6/translations COMPONENT cli OPTIONAL)

file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/qt.conf
    "[Paths]\nPrefix=..\nPlugins=${portable_plugins}\nTranslations=${CMAKE_INSTALL_DATADIR}/qt6/translations\n")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/qt.conf DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT cli)

install(CODE "
    file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${programs} MODULES ${modules}
        RESOLVED_DEPENDENCIES_VAR libraries
        POST_EXCLUDE_REGEXES [[/(ld-linux[^/]*|lib(c|m|dl|rt|pthread|resolv|stdc\\+\\+|gcc_s))\\.so[^/]*$]])
    foreach(library IN LISTS libraries)
        file(INSTALL \"\${library}\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${portable_libraries}\" FOLLOW_SYMLINK_CHAIN)
    endforeach()"
    COMPONENT cli)
