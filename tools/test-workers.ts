import { availableParallelism } from 'node:os'

/** Memory that a test process needs with its browser or its shop, and what the rest of a run needs beside them. */
const bytesPerWorker = 1.5 * 2 ** 30
const bytesBeside = 3 * 2 ** 30
/** Below this, two test processes and PostgreSQL do not fit. */
const bytesForTwo = 3 * 2 ** 30

/** Whether everything of a run happens one after another. */
export function isSmallMachine(bytesAvailable = process.availableMemory()): boolean {
  return bytesAvailable < bytesForTwo
}

/**
 * Number of test processes that run at the same time. Two have no more to do than wait for a third of some minutes
 * (for a killed process, a bank, a page), which a third one uses, where memory and a second core allow it.
 */
export function testWorkers(
  bytesAvailable = process.availableMemory(),
  cores = availableParallelism(),
): number {
  if (isSmallMachine(bytesAvailable)) return 1
  return cores > 1 && bytesAvailable >= bytesBeside + 3 * bytesPerWorker ? 3 : 2
}
