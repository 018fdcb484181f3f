import { accessSync, constants, statfsSync } from 'node:fs'

/** Statistics, parallel queries and connections of a busy shop take less. */
const bytesNeeded = 64 * 2 ** 20

/**
 * The setting `dynamic_shared_memory_type`. Containers often have no `/dev/shm`, or one of 64 KB that PostgreSQL fills
 * soon after its start; files in the cluster serve then.
 */
export function dynamicSharedMemoryType(folder = '/dev/shm'): 'posix' | 'mmap' {
  // Other systems do not keep it in files.
  if (process.platform !== 'linux') return 'posix'
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= bytesNeeded ? 'posix' : 'mmap'
  } catch {
    return 'mmap'
  }
}
