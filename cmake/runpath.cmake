# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0

# Where programs look for libraries. An empty part of a RUNPATH means the current folder, so a program with one loads any
# library that lies where it is started. CMake makes empty parts: it pads the run path of the build tree with colons when
# the run path to install is longer. Therefore both are the same here, and the build tree has the layout of an
# installation. A program that links none of our libraries has no run path. The test package.runpath reads all of them.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${CMAKE_INSTALL_LIBDIR})
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
set(CMAKE_INSTALL_RPATH "") # qt_standard_project_setup() sets one
if(BUILD_SHARED_LIBS OR PULLCORD_PORTABLE)
    set(CMAKE_INSTALL_RPATH $ORIGIN/../${CMAKE_INSTALL_LIBDIR})
endif()
if(PULLCORD_PORTABLE)
    # An RPATH, unlike a RUNPATH, also serves the libraries and plugins beside the program, which have none themselves.
    add_link_options(LINKER:--disable-new-dtags)
endif()
