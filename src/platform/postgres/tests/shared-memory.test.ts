/**
 * Goal: PostgreSQL starts where `/dev/shm` is missing or as small as in most containers. Method: folders in its place;
 * a whole server on such a machine is in `tools/tests/machines.nightly.ts`.
 */
import { expect, test } from 'vitest'
import { dynamicSharedMemoryType } from '../shared-memory.ts'

test.runIf(process.platform === 'linux')(
  'files in the cluster serve where there is no room',
  () => {
    expect(dynamicSharedMemoryType('/no/such/folder')).toBe('mmap')
    // A file system without any space.
    expect(dynamicSharedMemoryType('/sys')).toBe('mmap')
    expect(dynamicSharedMemoryType('.')).toBe('posix')
  },
)
