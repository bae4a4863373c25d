#!/bin/bash
# SPDX-License-Identifier: MIT
# A job for Slurm: the statistics of all distances of FILE by 64 ranks. If the job is ended by its time limit, submit it again: it
# goes on from the checkpoint, also with another number of ranks.
#     sbatch examples/slurm.sh vectors.npy
#SBATCH --job-name=pairscope
#SBATCH --ntasks=64
#SBATCH --cpus-per-task=1
#SBATCH --time=01:00:00
#SBATCH --signal=TERM@60
set -euo pipefail

file=${1:?"name the file with the vectors: sbatch examples/slurm.sh vectors.npy"}
srun --mpi=pmix pairscope statistics "$file" --metric euclidean --threads "${SLURM_CPUS_PER_TASK:-1}" \
    --checkpoint "$file.checkpoint" --json >"$file.part"
mv "$file.part" "$file.statistics.json" # only a whole result gets this name
