import { ok } from '#kernel/result.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import { saveAccessCode } from './commands/save-access-code.ts'
import { saveRule } from './commands/save-rule.ts'
import { saveWaitingRoom } from './commands/save-waiting-room.ts'
import { readRulebook } from './read-rulebook.ts'

/** The operator's calls for special rules; the chain has checked that the caller is one. */
export const rulebookRoutes: readonly Implementation[] = [
  implement(calls.readRulebook, async (context) => ok(await readRulebook(context))),
  implement(calls.saveRule, (context, { body }) => saveRule(context, body)),
  implement(calls.saveAccessCode, (context, { body }) => saveAccessCode(context, body)),
  implement(calls.saveWaitingRoom, (context, { body }) => saveWaitingRoom(context, body)),
]
