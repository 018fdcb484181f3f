import type { LiveQueues } from './live-queues.ts'
import type { QueueSource } from './subject.ts'

/** Dependencies of the queue that the server provides. */
export interface QueuePorts {
  readonly sources: readonly QueueSource[]
  /** The open connections of this process. */
  readonly live: LiveQueues
}
