/** What other modules may ask of the queue on the server. */
export { readStanding, subjectOfToken, type Standing } from './standing.ts'
export { bindPass, passInto, spendPass, type Pass } from './pass.ts'
export { forgetPasses } from './phones.ts'
export { forgetSuspects } from './suspicion.ts'
export { LiveQueues } from './live-queues.ts'
export { operatorQueueRoutes } from './operator-routes.ts'
export type { QueuePorts } from './ports.ts'
export { queueRoutes } from './routes.ts'
export {
  findQueue,
  listQueues,
  movePlaces,
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
