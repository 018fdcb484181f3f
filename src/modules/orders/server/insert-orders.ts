import { sql, type RawBuilder } from 'kysely'
import { invariant } from '#kernel/result.ts'
import {
  sessionsToInsert,
  valuesOfSessions,
  type SessionValues,
} from '#modules/accounts/server/public-api.ts'
import type { UnwrittenSession } from '#platform/context.ts'
import { executeLast, type Database } from '#platform/database/database.ts'
import { fixedStatement, type FixedStatement } from '#platform/database/fixed-statement.ts'
import {
  amountsToUpdate,
  linesToInsert,
  ordersToInsert,
  valuesOfAmounts,
  valuesOfLines,
  valuesOfOrders,
  type AmountValues,
  type LinesToAdd,
  type LineValues,
  type NewOrder,
  type OrderAmount,
  type OrderValues,
} from './insert-parts.ts'
import type { OrderLine } from './order.ts'

export type { LinesToAdd, NewOrder, OrderAmount }

export interface InsertOptions {
  /** Missing sessions of the owners, inserted with their orders. */
  readonly sessions?: readonly UnwrittenSession[]
  /** Existing orders to update with it. */
  readonly amounts?: readonly OrderAmount[]
  readonly now?: Date
  /** Commits the transaction with the statement. */
  readonly isLast?: boolean
}

/**
 * Writes new orders and new lines of any number of orders in one statement. Values shared by many rows are sent once as
 * JSON, as a shape; the rest is sent as an array for each column, which PostgreSQL reads several times faster than an
 * object for each row. Returns, in the order given, the ids of the new orders and the lines with their ids.
 */
export async function insertOrders(
  db: Database,
  orders: readonly NewOrder[],
  additions: readonly LinesToAdd[],
  { sessions = [], amounts = [], now, isLast = false }: InsertOptions = {},
): Promise<{ orderIds: number[]; lines: OrderLine[][] }> {
  const lines = additions.flatMap((addition) => addition.lines)
  if (orders.length + lines.length + amounts.length === 0)
    return { orderIds: [], lines: additions.map(() => []) }
  const [firstOrder] = orders
  const statement = statementWith({
    sessions: firstOrder !== undefined && sessions.length > 0,
    orders: orders.length > 0,
    lines: lines.length > 0,
    amounts: amounts.length > 0,
  }).with(db, {
    ...valuesOfSessions(sessions, firstOrder?.createdAt ?? new Date(0)),
    ...valuesOfOrders(orders),
    ...valuesOfLines(additions),
    ...valuesOfAmounts(amounts, now),
  })
  const result = await (isLast ? executeLast(db, statement) : db.executeQuery(statement))
  // Identity values are drawn in the order of the rows, so the sorted ids are the rows in order.
  const orderIds = result.rows[0]?.order_ids ?? []
  const lineIds = result.rows[0]?.line_ids ?? []
  invariant(orderIds.length === orders.length, 'every order was written')
  invariant(lineIds.length === lines.length, 'every line was written')
  let next = 0
  return {
    orderIds,
    lines: additions.map((addition) =>
      addition.lines.map((line) => ({
        ...line,
        id: lineIds[next++] as number,
        amountMinor: line.unitPriceMinor * line.quantity,
      })),
    ),
  }
}

/** What a statement writes; each combination has a text of its own. */
type Writes = Readonly<Record<'sessions' | 'orders' | 'lines' | 'amounts', boolean>>

interface Written {
  readonly order_ids: number[] | null
  readonly line_ids: number[] | null
}

type Values = SessionValues & OrderValues & LineValues & AmountValues

const statements = new Map<string, FixedStatement<Values, Written>>()

function statementWith(writes: Writes): FixedStatement<Values, Written> {
  const { sessions, orders, lines, amounts } = writes
  const key = [sessions, orders, lines, amounts].join()
  let statement = statements.get(key)
  if (!statement) {
    statement = fixedStatement((value) => {
      const parts: RawBuilder<unknown>[] = []
      if (sessions) parts.push(sql`opened as (${sessionsToInsert(value)})`)
      if (orders) parts.push(sql`fresh as (${ordersToInsert(value)} returning id, order_key)`)
      if (lines) parts.push(sql`added as (${linesToInsert(value, orders)} returning id)`)
      if (amounts) parts.push(sql`changed as (${amountsToUpdate(value)})`)
      const ids = (isWritten: boolean, table: string) =>
        isWritten ? sql`(select json_agg(id order by id) from ${sql.id(table)})` : sql`null::json`
      return sql<Written>`with ${sql.join(parts)}
        select ${ids(orders, 'fresh')} as order_ids, ${ids(lines, 'added')} as line_ids`
    })
    statements.set(key, statement)
  }
  return statement
}
