import { ok } from '#kernel/result.ts'
import * as calls from '#modules/box-office/outside-contract.ts'
import { requireOperator, requireStaff } from '#platform/http/guards.ts'
import { implement, implementLarge, type Implementation } from '#platform/http/implement.ts'
import { giveAllotment, listAllotments, takeAllotmentBack } from './allotments.ts'
import { importOrders } from './import-orders.ts'
import { operatorScope, staffScope } from './outside-scope.ts'
import { preparation } from './prepare-import.ts'

/** Calls for orders that were not sold here. */
export const outsideRoutes: readonly Implementation[] = [
  implement(calls.listAllotments, requireStaff, (context, { query }) =>
    listAllotments(context, context.actor, query.eventId),
  ),
  implement(calls.giveAllotment, requireStaff, (context, { body }) =>
    giveAllotment(context, context.actor, body),
  ),
  implement(calls.takeAllotmentBack, requireStaff, (context, { body }) =>
    takeAllotmentBack(context, context.actor, body),
  ),
  implementLarge(calls.importOrders, requireStaff, preparation, async (context, { body }) =>
    ok(await importOrders(context, staffScope(context.actor), body)),
  ),
  implementLarge(
    calls.importOrdersOf,
    requireOperator,
    preparation,
    async (context, { query, body }) =>
      ok(await importOrders(context, operatorScope(query.merchantId), body)),
  ),
]
