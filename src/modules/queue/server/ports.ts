import type { LiveQueues } from './live-queues.ts'
import type { QueueSource } from './subject.ts'

/** Dependencies of the queue that the server provides. */
export interface QueuePorts {
  readonly sources: readonly QueueSource[]
  /** Everybody who waits with an open connection to this process. */
  readonly live: LiveQueues
}
