# SPDX-License-Identifier: MIT
# The folders are the list of workloads and of their variants: one folder, one workload; one file of its folder ladder/,
# one variant. The path gives the id and the name of the function that describes it, so a wrong name is a link error that
# says so.

# Sets in the caller, for all workloads of these folders: <prefix>_sources, the C++ files beside the ladders;
# <prefix>_cuda_sources, the CUDA files there; <prefix>_cpu_variants and <prefix>_cuda_variants.
function(pairscope_find_workloads prefix)
  foreach(kind sources cuda_sources cpu_variants cuda_variants)
    set(${kind} "")
  endforeach()
  foreach(folder ${ARGN})
    file(GLOB found_sources CONFIGURE_DEPENDS ${folder}/*/*.cpp)
    file(GLOB found_cuda_sources CONFIGURE_DEPENDS ${folder}/*/*.cu)
    file(GLOB found_cpu_variants CONFIGURE_DEPENDS ${folder}/*/ladder/*.cpp)
    file(GLOB found_cuda_variants CONFIGURE_DEPENDS ${folder}/*/ladder/*.cu)
    foreach(kind sources cuda_sources cpu_variants cuda_variants)
      list(APPEND ${kind} ${found_${kind}})
    endforeach()
  endforeach()
  foreach(kind sources cuda_sources cpu_variants cuda_variants)
    set(${prefix}_${kind} ${${kind}} PARENT_SCOPE)
  endforeach()
endfunction()

# Writes the list of the workloads of these folders and sets <file> to it.
function(pairscope_write_workload_manifest file)
  set(workload_declarations "")
  set(workload_entries "")
  foreach(folder ${ARGN})
    file(GLOB descriptions CONFIGURE_DEPENDS ${folder}/*/workload.cpp)
    foreach(description ${descriptions})
      get_filename_component(workload_folder ${description} DIRECTORY)
      get_filename_component(workload ${workload_folder} NAME)
      string(APPEND workload_declarations "WorkloadType ${workload}_workload();\n")
      string(APPEND workload_entries "        named(\"${workload}\", workloads::${workload}_workload()),\n")
    endforeach()
  endforeach()
  set(written ${CMAKE_CURRENT_BINARY_DIR}/workload_manifest.cpp)
  configure_file(${CMAKE_SOURCE_DIR}/kernels/core/workload_manifest.cpp.in ${written} @ONLY)
  set(${file} ${written} PARENT_SCOPE)
endfunction()

# Writes the list of these variants, with their texts, and sets <file> to it. Each variant is compiled elsewhere.
function(pairscope_write_variant_manifest file)
  set(declarations "")
  set(entries "")
  set(text_files "")
  set(texts ${CMAKE_CURRENT_BINARY_DIR}/texts)
  file(MAKE_DIRECTORY ${texts})
  file(WRITE ${texts}/begin "R\"PAIRSCOPE(")
  file(WRITE ${texts}/end ")PAIRSCOPE\"")
  foreach(variant ${ARGN})
    file(RELATIVE_PATH path ${CMAKE_SOURCE_DIR} ${variant})
    string(REGEX REPLACE "^.*/([^/]+)/ladder/([^/]+)\\.(cpp|cu)$" "\\1;\\2;\\3" parts ${path})
    list(GET parts 0 workload)
    list(GET parts 1 name)
    list(GET parts 2 extension)
    # The text is wrapped up when the program is built: an edited kernel needs no new configuration.
    set(text ${texts}/${workload}_${name}.inc)
    add_custom_command(OUTPUT ${text} DEPENDS ${variant} VERBATIM
      COMMAND ${CMAKE_COMMAND} -E cat ${texts}/begin ${variant} ${texts}/end > ${text})
    list(APPEND text_files ${text})
    set(native "ladder::${workload}::${name}_variant()")
    set(simulated "simulated_ladder::${workload}::${name}_variant()")
    set(description "${native}")
    if(extension STREQUAL "cu")
      string(APPEND declarations "namespace simulated_ladder::${workload} { KernelVariant ${name}_variant(); }\n")
      set(description "simulated_only(${simulated})")
      if(PAIRSCOPE_HAS_CUDA)
        set(description "with_both(${native}, ${simulated})")
      endif()
    endif()
    if(NOT extension STREQUAL "cu" OR PAIRSCOPE_HAS_CUDA)
      string(APPEND declarations "namespace ladder::${workload} { KernelVariant ${name}_variant(); }\n")
    endif()
    string(APPEND entries "        described(${description}, \"${workload}\", \"${workload}/${name}\", \"${path}\",\n"
      "#include \"${text}\"\n                  ),\n")
  endforeach()
  set(written ${CMAKE_CURRENT_BINARY_DIR}/manifest.cpp)
  configure_file(${CMAKE_SOURCE_DIR}/kernels/core/manifest.cpp.in ${written} @ONLY)
  set_source_files_properties(${written} PROPERTIES OBJECT_DEPENDS "${text_files}")
  set(${file} ${written} PARENT_SCOPE)
endfunction()

# An object library of CUDA variants once more, as C++ for the executor: the same files, with the shim in place of CUDA's
# headers. To be called in a folder of its own, because CMake knows one language for a file and a folder.
macro(pairscope_simulated_variants target)
  set_source_files_properties(${ARGN} PROPERTIES LANGUAGE CXX OBJECT_DEPENDS
    "${CMAKE_SOURCE_DIR}/kernels/simt/compile.py;${CMAKE_SOURCE_DIR}/kernels/simt/rewrite.py")
  # The hooks answer the calls of -fsanitize=thread; the host's sanitizers do not go with it.
  string(REGEX REPLACE "-fsanitize=[a-z,]+" "" CMAKE_CXX_FLAGS "${CMAKE_CXX_FLAGS}")
  add_library(${target} OBJECT ${ARGN})
  set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "${PAIRSCOPE_SIMULATED_LAUNCHER}")
  target_include_directories(${target} BEFORE PRIVATE ${CMAKE_SOURCE_DIR}/kernels/simt/shim)
  target_link_libraries(${target} PRIVATE pairscope_flags pairscope_simt_flags fmt::fmt)
endmacro()
