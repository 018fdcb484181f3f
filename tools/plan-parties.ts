/**
 * Plans the fakes of external services for `npm start`, which runs this as a process of its own: making the demo's
 * keys takes a second of a processor and a library that only the first start needs.
 */
import { endWithParent, leaveParent, sendResult } from './parent-message.ts'
import { planOutsideParties } from './outside-parties.ts'
import { exitWith } from '#apps/server/exit.ts'
import { readConfig } from '#platform/config.ts'

endWithParent()
try {
  await sendResult(await planOutsideParties(readConfig(process.env)))
  leaveParent()
} catch (error) {
  exitWith(error)
}
