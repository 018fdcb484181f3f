import { sql } from 'kysely'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import { refreshAllSales } from '#modules/merchant/server/public-api.ts'
import { presentStatistics } from '#modules/merchant/server/present.ts'
import { readStatistics } from '#modules/merchant/server/queries/statistics.ts'
import { spanOf } from '#kernel/day-span.ts'
import { eventsAlone } from '#modules/merchant/tests/ports.ts'
import { writeSales } from '#modules/merchant/tests/many-sales.ts'
import { withBenchDatabase } from './bench-database.ts'
import { benchContext } from './engine.ts'
import type { BenchFigure } from './figures.ts'

const merchantCount = 100
const ticketsEach = 10_000
const chunkCount = 50
const merchantIdFirst = 7_000_001
const readCount = 400
const days = 90

/**
 * Statistics of 100 merchants with 1,000,000 tickets sold in 90 days, half of them with a recorded visit source:
 * everything of a merchant, one month of one, with a changed ticket before each; and how long a change takes to be
 * included.
 */
export async function benchStatistics(): Promise<BenchFigure[]> {
  return withBenchDatabase(4, async (db) => {
    const context = {
      ...benchContext(db),
      clock: { now: () => new Date('2026-11-20T10:30:00Z') },
    }
    const until = context.clock.now()
    const ports = eventsAlone()
    const merchants = merchantCount / chunkCount
    const offeringId = await createOffering(context, { placeCount: 0 })
    for (let chunk = 0; chunk < chunkCount; chunk += 1) {
      const first = merchantIdFirst + chunk * merchants
      const sales = {
        offeringId,
        merchantCount: merchants,
        ticketsEach,
        itemsEach: 10,
        until,
        days,
        visitCount: 12,
      }
      await writeSales(db, { ...sales, merchantIdFirst: first })
      await sql`analyze`.execute(db)
      await refreshAllSales(context)
    }
    await sql`vacuum analyze`.execute(db)
    const reads: number[] = []
    const refreshes: number[] = []
    for (let read = 0; read < readCount; read += 1) {
      const merchantId = merchantIdFirst + ((read * 37) % merchantCount)
      await sql`update ticket set used_at = issued_at where id = ${read * 1_999 + 1}`.execute(db)
      refreshes.push(await timed(() => refreshAllSales(context)))
      const query = read % 2 === 0 ? {} : { dateFrom: '2026-10-20', dateTo: '2026-11-20' }
      const asked = { items: null, span: spanOf(query) }
      reads.push(
        await timed(async () =>
          presentStatistics(context, ports, {
            merchantId,
            statistics: await readStatistics(context, merchantId, asked),
          }),
        ),
      )
    }
    const { rows } = await sql<{ count: number }>`
        select sum(ticket_count)::int as count from merchant_sale`.execute(db)
    if (rows[0]?.count !== merchantCount * ticketsEach)
      throw new Error(`The figures have ${rows[0]?.count} tickets`)
    const p99 = percentile(reads, 0.99)
    return [
      {
        name: 'statistics of a merchant, p99',
        value: p99,
        unit: 'ms',
        target: 'under 150 ms',
        met: p99 < 150,
        note: `median ${percentile(reads, 0.5)} ms; 1,000,000 tickets of 100 merchants, half of them with one of 12 sources of visits`,
      },
      { name: 'a changed ticket taken in, p99', value: percentile(refreshes, 0.99), unit: 'ms' },
    ]
  })
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const at = Math.min(sorted.length - 1, Math.floor(sorted.length * share))
  return Math.round((sorted[at] ?? 0) * 10) / 10
}
