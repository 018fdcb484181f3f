/** How selling goes right now, for figures of the whole shop: nothing here names an order or an item. */
import { sql } from 'kysely'
import { orderStatus, orderStatusName, type OrderStatusName } from '#contract/enumerations.ts'
import type { Database } from '#platform/database/database.ts'

const newOrderMinutes = 10
const paidMinutes = 5

export interface OrderFigures {
  /** Orders that were begun in the last ten minutes, by the state that they are in now. */
  readonly byState: readonly { readonly state: OrderStatusName; readonly count: number }[]
  /** Orders that were paid in the last five minutes. */
  readonly paid: readonly {
    readonly currency: string
    readonly count: number
    readonly totalMinor: number
  }[]
}

/** Every state is named, also with none in it, so that a rule sees a zero and not an absence. */
export async function readOrderFigures(db: Database): Promise<OrderFigures> {
  const states = Object.values(orderStatus)
  const { rows: byState } = await sql<{ status: number; count: number }>`
    select status, (
      select count(*)::integer from orders
      where orders.status = given.status and created_at > now() - ${newOrderMinutes} * interval '1 minute') as count
    from unnest(${states}::integer[]) as given (status)`.execute(db)
  const { rows: paid } = await sql<OrderFigures['paid'][number]>`
    select currency, count(*)::integer as count, sum(total_minor)::float8 as "totalMinor" from orders
    where processed_at > now() - ${paidMinutes} * interval '1 minute'
    group by currency order by currency`.execute(db)
  return {
    byState: byState.map(({ status, count }) => ({ state: orderStatusName(status), count })),
    paid,
  }
}
