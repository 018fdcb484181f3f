import { fail, ok, type Result } from '#kernel/result.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Context } from '#platform/context.ts'
import type { Database } from '#platform/database/database.ts'
import { isConnectionLoss } from '#platform/database/unavailable.ts'
import { createRequestBatcher, type RequestBatcher } from '#platform/request-batcher.ts'
import { draftOf } from '../new-order.ts'
import type { Order, OrderRequest } from '../order.ts'
import { holdSecondsDefault, secondsAfter } from '../rules.ts'
import { insertOrders, type NewOrder } from '../insert-orders.ts'

/** Above the limit of any offering. */
const requestedQuantityMax = 1_000

/** Drafts that share one statement at most. */
const draftsTogetherMax = 32

interface Draft {
  readonly context: Context
  readonly order: NewOrder
}

/** The id of the draft. */
type Answer = Result<number, ErrorCode>

/** One request batcher for each database, so that two in one process (tests) never share a batch. */
const batchers = new WeakMap<Database, RequestBatcher<Draft, Answer>>()

/** Opens an empty draft with its request; it holds nothing yet. Drafts opened at the same time share a commit. */
export async function openOrder(
  context: Context,
  options: { request: OrderRequest; host?: string },
): Promise<Result<Order, ErrorCode>> {
  const { kind } = context.actor
  if (kind !== 'guest' && kind !== 'customer') return fail('Unauthenticated')
  const { quantity } = options.request
  if (quantity !== undefined && quantity <= 0) return fail('QuantityMustBeGreaterThanZero')
  if (quantity !== undefined && quantity > requestedQuantityMax)
    return fail('TotalCountIsInvalid', { max: requestedQuantityMax })
  const deadlineAt = secondsAfter(context.clock.now(), holdSecondsDefault)
  const order = {
    ...(await draftOf(context, { deadlineAt, host: options.host })),
    request: options.request,
  }
  const draft = { context, order }
  const id = context.db.isTransaction
    ? ((await insertDrafts(context.db, [draft]))[0] as Answer)
    : await batcherOf(context.db).submit('drafts', draft)
  if (!id.ok) return id
  return ok({ ...order, id: id.value, extendedCount: 0, processedAt: null, lines: [] })
}

function batcherOf(db: Database): RequestBatcher<Draft, Answer> {
  let batcher = batchers.get(db)
  if (!batcher) {
    batcher = createRequestBatcher<Draft, Answer>({
      batchMax: draftsTogetherMax,
      batchesAtOnce: 2,
      besideMin: draftsTogetherMax / 2,
      run: (_key, drafts) => insertTogether(db, drafts),
    })
    batchers.set(db, batcher)
  }
  return batcher
}

/** When the shared statement fails, each draft is tried once more by itself, so that only the failing one is refused. */
async function insertTogether(db: Database, drafts: readonly Draft[]): Promise<readonly Answer[]> {
  try {
    return await insertDrafts(db, drafts)
  } catch (error) {
    // Whether the unavailable database executed the statement is unknown, so it is not sent again.
    if (drafts.length === 1 || isConnectionLoss(error)) throw error
    drafts[0]?.context.log.warn({ error, drafts: drafts.length }, 'gathered drafts failed')
  }
  const answers: Answer[] = []
  for (const draft of drafts) {
    try {
      answers.push(...(await insertDrafts(db, [draft])))
    } catch (error) {
      draft.context.log.error({ error }, 'a draft failed')
      answers.push(fail(isConnectionLoss(error) ? 'ServiceUnavailable' : 'ServerSide'))
    }
  }
  return answers
}

/** One statement, which is its own transaction, with the sessions that are opened for their guests. */
async function insertDrafts(db: Database, drafts: readonly Draft[]): Promise<readonly Answer[]> {
  const sessions = drafts.flatMap(({ context: { unwrittenSession } }) =>
    unwrittenSession && !unwrittenSession.isWritten ? [unwrittenSession] : [],
  )
  const orders = drafts.map(({ order }) => order)
  const { orderIds } = await insertOrders(db, orders, [], { sessions })
  for (const session of sessions) session.isWritten = true
  return orderIds.map((id) => ok(id))
}
