/** Server API of the queue module. */
export { readStanding, subjectOfToken, type Standing } from './standing.ts'
export { bindPass, requirePass, markPassUsed, type Pass } from './pass.ts'
export { deleteExpiredPasses } from './phones.ts'
export { deleteOldSuspects } from './suspicion.ts'
export { LiveQueues } from './live-queues.ts'
export { operatorQueueRoutes } from './operator-routes.ts'
export { readQueueFigures } from './queue-figures.ts'
export type { QueuePorts } from './ports.ts'
export { queueRoutes } from './routes.ts'
export {
  findQueue,
  listQueues,
  transferTokens,
  writeQueue,
  writeUsedBy,
  type QueueToWrite,
} from './store.ts'
export {
  showOf,
  subjectKey,
  subjectOfShow,
  type QueueSource,
  type QueueSubject,
  type QueueSubjectName,
} from './subject.ts'
