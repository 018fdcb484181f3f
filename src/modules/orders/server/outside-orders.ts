/** Orders that were not sold here, with their reference elsewhere: whether one is known, and the list of a seller's. */
import { sql } from 'kysely'
import { invariant } from '#kernel/result.ts'
import { orderStatus, type OrderStatus } from '#contract/enumerations.ts'
import type { Context } from '#platform/context.ts'
import { namedNumbers } from '#platform/database/named-numbers.ts'

const { ThirdParty, Preprint } = namedNumbers(orderStatus)

/** The number of the lock; the organiser is its second part. */
const outsideLock = 5_118_808

/** One command at a time adds an organiser's outside orders, so that a reference is not imported twice at once. */
export async function lockOutsideOrders({ db }: Context, merchantId: number): Promise<void> {
  invariant(db.isTransaction, 'a lock needs a transaction')
  await sql`select pg_advisory_xact_lock(${outsideLock}, ${merchantId})`.execute(db)
}

export interface KnownOutside {
  readonly seller: string
  readonly reference: string
  readonly digest: string
  readonly status: OrderStatus
}

/** Those of these references that are known already, cancelled orders included. */
export async function findOutsideOrders(
  { db }: Context,
  merchantId: number,
  references: readonly string[],
): Promise<KnownOutside[]> {
  const { rows } = await sql<KnownOutside>`
    select x.seller, x.reference, x.digest, o.status
    from outside_order x join orders o on o.id = x.order_id
    where x.merchant_id = ${merchantId} and x.reference = any(${[...references]}::text[])`.execute(
    db,
  )
  return rows
}

interface OutsideSeller {
  readonly orderId: number
  readonly seller: string
}

/** Orders of outside sellers that still have places of an item, the newest first; locked with `isLocked`, in the order of their ids. */
export async function listAllotted(
  { db }: Context,
  {
    merchantId,
    source,
    itemIds,
    isLocked = false,
    isPrinted,
  }: {
    readonly merchantId: number
    readonly source: string
    readonly itemIds: readonly number[]
    readonly isLocked?: boolean
    /** `false`: without those whose tickets are printed. */
    readonly isPrinted?: boolean
  },
): Promise<OutsideSeller[]> {
  const statuses = isPrinted === false ? [ThirdParty] : [ThirdParty, Preprint]
  const { rows } = await sql<OutsideSeller>`
    select o.id::float8 as "orderId", x.seller from outside_order x join orders o on o.id = x.order_id
    where x.merchant_id = ${merchantId} and o.status in (${sql.join(statuses)}) and exists (
      select from order_line l where l.order_id = o.id and l.source = ${source}
        and l.item_id = any(${[...itemIds]}::int[]))
    order by o.id ${isLocked ? sql`for update of o` : sql`desc`}`.execute(db)
  return rows
}
