import { ok } from '#kernel/result.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../front-contract.ts'
import * as commands from './commands/edit-front.ts'
import { readFront } from './queries/office-front.ts'

/** The operators' calls for the home page and the lists. */
export const frontRoutes: readonly Implementation[] = [
  implement(calls.operatorFront, requireOperator, async (context) => ok(await readFront(context))),
  implement(calls.operatorBillboardSave, requireOperator, (context, { body }) =>
    commands.saveBillboard(context, body),
  ),
  implement(calls.operatorStorySave, requireOperator, (context, { body }) =>
    commands.saveStory(context, body),
  ),
  implement(calls.operatorQuestionSave, requireOperator, (context, { body }) =>
    commands.saveFaq(context, body),
  ),
  implement(calls.operatorCategorySave, requireOperator, (context, { body }) =>
    commands.saveCategory(context, body),
  ),
  implement(calls.operatorFrontRemove, requireOperator, (context, { body }) =>
    commands.removeFromFront(context, body),
  ),
]
