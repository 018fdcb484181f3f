/** Waits for figures of sales, for tests that read them directly after a purchase. */
import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Context } from '#platform/context.ts'
import { refreshAllSales } from '../server/public-api.ts'

/**
 * Refreshes the figures until they contain every committed change. One refresh is not enough: changes wait for the
 * oldest open transaction of the whole database server, which may be that of another test's database.
 */
export async function countAllSales(context: Context): Promise<void> {
  await vi.waitUntil(
    async () => {
      await refreshAllSales(context)
      const { rows } = await sql<{ isDone: boolean }>`
        select not exists (select from ticket where changed_transaction >=
          (select next_transaction from merchant_sale_cursor)) as "isDone"`.execute(context.db)
      return rows[0]?.isDone
    },
    { timeout: 15_000, interval: 20 },
  )
}
