/** All orders by their buyers' names, for operators. No check of ownership. */
import { sql, type RawBuilder } from 'kysely'
import type { OrderStatus } from '#contract/enumerations.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { foundColumns, listedColumns, type FoundOrder } from './look-up.ts'

interface BuyerQuery {
  readonly statuses: readonly OrderStatus[]
  readonly isReversed: boolean
  /** Conditions on `o`, each beginning with `and`. */
  readonly bounds: RawBuilder<unknown>
  /** The number of the last order of the previous page, whose name of now is the position. */
  readonly after: string | undefined
  readonly most: number
}

/** As in the index `orders_buyer`: null without a name. */
const nameOf = (table: string) => sql.raw(`nullif(lower(${table}.buyer_name), '')`)

/**
 * One page of orders by name, those without one at the end in both directions; equal names by the orders' age. Each
 * status is read from an index, first the orders with a name, then the others.
 */
export async function listByBuyer(
  context: Context,
  { statuses, isReversed, bounds, after, most }: BuyerQuery,
): Promise<Result<FoundOrder[], 'NotFound'>> {
  const last = after === undefined ? null : await findLast(context, after)
  if (last === undefined) return fail('NotFound')
  const direction = sql.raw(isReversed ? 'desc' : 'asc')
  const behind = sql.raw(isReversed ? '<' : '>')
  const key = nameOf('o')
  const order = sql`${key} ${direction}, o.id ${direction}`
  const part = (condition: RawBuilder<unknown>) => sql`
    select ${listedColumns} from unnest(${[...statuses]}::smallint[]) as wanted (status)
    cross join lateral (
      select ${listedColumns} from orders o where o.status = wanted.status ${bounds} and ${condition} order by ${order} limit ${most}
    ) as o`
  const named =
    last === null
      ? sql`${key} is not null`
      : last.name === null
        ? sql`false`
        : sql`(${key}, o.id) ${behind} (${last.name}::text, ${last.id}::bigint)`
  const nameless =
    last === null || last.name !== null
      ? sql`${key} is null`
      : sql`${key} is null and o.id ${behind} ${last.id}::bigint`
  const { rows } = await sql<FoundOrder>`
    select ${foundColumns} from (${part(named)} union all ${part(nameless)}) as o
    order by ${key} is null, ${order} limit ${most}`.execute(context.db)
  return ok(rows)
}

interface Last {
  readonly id: string
  readonly name: string | null
}

async function findLast({ db }: Context, orderNumber: string): Promise<Last | undefined> {
  const { rows } = await sql<Last>`
    select o.id::text as id, ${nameOf('o')} as name from orders o where o.order_number = ${orderNumber}`.execute(
    db,
  )
  return rows[0]
}
