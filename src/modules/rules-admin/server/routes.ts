import { ok } from '#kernel/result.ts'
import { readTicketTypesOf } from '#modules/catalogue/server/public-api.ts'
import type { OrderPorts } from '#modules/orders/server/public-api.ts'
import { requireOperator } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { saveQueue as saveQueueCall } from '#modules/queue/operator-contract.ts'
import * as calls from '../contract.ts'
import { saveAccessCode } from './commands/save-access-code.ts'
import { saveRule } from './commands/save-rule.ts'
import { saveQueue } from './commands/save-queue.ts'
import { readSaleRules } from './read-sale-rules.ts'

/** The operator's calls for sale rules; the handler chain has checked that the caller is an operator. */
export const rulesAdminRoutes = ({
  sources,
}: Pick<OrderPorts, 'sources'>): readonly Implementation[] => [
  implement(calls.readSaleRules, requireOperator, async (context) =>
    ok(await readSaleRules(context, sources)),
  ),
  implement(calls.readTicketTypeChoices, requireOperator, async (context, { query }) =>
    ok({ types: await readTicketTypesOf(context, query) }),
  ),
  implement(calls.saveRule, requireOperator, (context, { body }) =>
    saveRule(context, sources, body),
  ),
  implement(calls.saveAccessCode, requireOperator, (context, { body }) =>
    saveAccessCode(context, sources, body),
  ),
  implement(saveQueueCall, requireOperator, (context, { body }) =>
    saveQueue(context, sources, body),
  ),
]
