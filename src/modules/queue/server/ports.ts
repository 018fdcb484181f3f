import type { LiveQueues } from './live-queues.ts'
import type { QueueSource } from './subject.ts'

/** What the queue is given by the server. */
export interface QueuePorts {
  readonly sources: readonly QueueSource[]
  /** Everybody who waits with an open connection to this process. */
  readonly live: LiveQueues
}
