import type { JobQueue } from './queue.ts'

/** A queue for work that must start no jobs (seeding, imports by hand): every use of it is refused. */
export function noJobs(reason: string): JobQueue {
  const refuse = () => Promise.reject(new Error(reason))
  return { send: refuse, listUndelivered: refuse, resend: refuse }
}
