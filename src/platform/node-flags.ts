/**
 * Flags of Node for a server process. Requests that wait for the database keep their objects alive for some
 * milliseconds; in the default nursery of 16 MB they are copied several times meanwhile, which takes a tenth of the
 * time of a hold.
 */
export const serverFlags: readonly string[] = ['--max-semi-space-size=64']

/** Flags of the worker, whose jobs are few and wait for nobody: a small nursery. */
export const workerFlags: readonly string[] = ['--max-semi-space-size=4']

/** Flags of the demo's fakes, which serve a few requests a second. */
export const fakesFlags: readonly string[] = ['--max-semi-space-size=1']

/** In production a heap snapshot can be asked for, which without the flag would end the process (`deploy/`). */
export const diagnosticFlags: readonly string[] = [
  '--heapsnapshot-signal=SIGUSR2',
  '--diagnostic-dir=/var/lib/bileti',
]

/** Connections of a process besides those of its pool: reserved ones, of the job queue, its own proof of life, listening. */
export const furtherConnections = 8
