import { fail, ok, type Result } from '#kernel/result.ts'
import { readOpenShows, readShowLine } from '#modules/catalogue/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { notifyCustomers } from './notify.ts'

export async function isAlertAsked(
  context: Context,
  customerId: string,
  showId: number,
): Promise<boolean> {
  const row = await context.db
    .selectFrom('sale_alert')
    .select('show_id')
    .where('customer_id', '=', customerId)
    .where('show_id', '=', showId)
    .executeTakeFirst()
  return row !== undefined
}

/** The shows whose sale a customer waits for, newest first. */
export async function readSaleAlerts(
  context: Context,
  customerId: string,
): Promise<{ readonly showId: number; readonly askedAt: Date }[]> {
  const rows = await context.db
    .selectFrom('sale_alert')
    .select(['show_id', 'created_at'])
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('show_id')
    .execute()
  return rows.map((row) => ({ showId: row.show_id, askedAt: row.created_at }))
}

/** Subscribes to the sale alert or cancels it; idempotent. */
export async function saveAlert(
  context: Context,
  customerId: string,
  { showId, isAsked }: { readonly showId: number; readonly isAsked: boolean },
): Promise<Result<null, 'NotFound'>> {
  if (!isAsked) {
    await context.db
      .deleteFrom('sale_alert')
      .where('customer_id', '=', customerId)
      .where('show_id', '=', showId)
      .execute()
    return ok(null)
  }
  if (!(await readShowLine(context, showId))) return fail('NotFound')
  await context.db
    .insertInto('sale_alert')
    .values({ customer_id: customerId, show_id: showId, created_at: context.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return ok(null)
}

/** Customers per transaction. */
const alertsPerRound = 5_000

/** An opened sale, and the customers waiting for it. */
export interface OpenedSale {
  readonly showId: number
  /** Key of its notice. */
  readonly noticeKey: string
  readonly customerIds: readonly string[]
}

/**
 * Notifies all customers waiting for a show whose sale is open now; each request is deleted in the transaction of its
 * notice. Returns how many.
 *
 * @param tellOtherwise called in that transaction, for customers without a device
 */
export async function notifySalesOpened(
  context: Context,
  notifyOtherwise?: (inside: Context, sale: OpenedSale) => Promise<void>,
): Promise<number> {
  const asked = await context.db.selectFrom('sale_alert').select('show_id').distinct().execute()
  const open = await readOpenShows(
    context,
    asked.map(({ show_id }) => show_id),
  )
  let told = 0
  for (const { showId, openedAt } of open) {
    await inTransaction(context, async (inside) => {
      const rows = await inside.db
        .deleteFrom('sale_alert')
        .where('show_id', '=', showId)
        .where('customer_id', 'in', (select) =>
          select
            .selectFrom('sale_alert')
            .select('customer_id')
            .where('show_id', '=', showId)
            .limit(alertsPerRound)
            .forUpdate()
            .skipLocked(),
        )
        .returning('customer_id')
        .execute()
      const key = `sale-opens ${showId} ${openedAt}`
      const customerIds = rows.map(({ customer_id }) => customer_id)
      await notifyCustomers(inside, { key, kind: 'sale-opens', subject: { showId }, customerIds })
      await notifyOtherwise?.(inside, { showId, noticeKey: key, customerIds })
      told += rows.length
      return ok(null)
    })
  }
  return told
}
