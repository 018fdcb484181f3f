/** Memory that a test process needs with its browser or its shop, and what the rest of a run needs beside them. */
const bytesPerWorker = 1.5 * 2 ** 30
const bytesBeside = 3 * 2 ** 30

/**
 * Number of test processes that run at the same time. Two have no more to do than wait for a third of some minutes
 * (for a killed process, a bank, a page), which a third one uses, where memory allows it.
 */
export function testWorkers(bytesAvailable = process.availableMemory()): number {
  return bytesAvailable >= bytesBeside + 3 * bytesPerWorker ? 3 : 2
}
