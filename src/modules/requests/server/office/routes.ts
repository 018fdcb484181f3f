import { ok } from '#kernel/result.ts'
import { requireOperator, requireStaff } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../../office-contract.ts'
import type { RequestPorts } from '../request-source.ts'
import { decideAsOperator, decideAsStaff } from './decide.ts'
import { listForMerchant, listForOperator, listRequestedItems } from './list.ts'

/** Calls by which organisers and operators list and decide requests. */
export function officeRoutes(ports: RequestPorts): readonly Implementation[] {
  return [
    implement(calls.merchantPurchaseRequests, requireStaff, (context, { query }) =>
      listForMerchant(context, ports, context.actor, query),
    ),
    implement(calls.merchantPurchaseRequestMove, requireStaff, (context, { body }) =>
      decideAsStaff(context, context.actor, body),
    ),
    implement(calls.merchantPurchaseRequestEvents, requireStaff, async (context) =>
      ok({ items: await listRequestedItems(context, ports, context.actor) }),
    ),
    implement(calls.operatorRequests, requireOperator, async (context, { query }) =>
      ok(await listForOperator(context, ports, query)),
    ),
    implement(calls.operatorRequestMove, requireOperator, (context, { body }) =>
      decideAsOperator(context, body),
    ),
  ]
}
