# SPDX-License-Identifier: MIT
# The list of workloads: one folder, one workload. Sets workload_files, the C++ sources of their folders with the written
# list among them.
set(workloads_folder ${CMAKE_CURRENT_LIST_DIR})
file(GLOB workload_files CONFIGURE_DEPENDS ${workloads_folder}/*/*.cpp)
file(GLOB workload_descriptions RELATIVE ${workloads_folder} CONFIGURE_DEPENDS ${workloads_folder}/*/workload.cpp)
set(workload_declarations "")
set(workload_entries "")
foreach(file ${workload_descriptions})
  get_filename_component(workload ${file} DIRECTORY)
  string(APPEND workload_declarations "WorkloadType ${workload}_workload();\n")
  string(APPEND workload_entries "        named(\"${workload}\", workloads::${workload}_workload()),\n")
endforeach()
configure_file(${workloads_folder}/../core/workload_manifest.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/workload_manifest.cpp @ONLY)
list(APPEND workload_files ${CMAKE_CURRENT_BINARY_DIR}/workload_manifest.cpp)
