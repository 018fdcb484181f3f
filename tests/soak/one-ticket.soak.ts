/**
 * Goal: as the short race for one ticket, over two server processes and a worker. Method: RACES (200) tickets, for each
 * of which a return, a resale, a hand-over and a scan are sent at one moment; the row must be what the winner was told.
 */
import { expect, test } from 'vitest'
import { openBanks } from '../storm/banks.ts'
import { openRing, reasons } from '../storm/one-ticket.ts'
import { processes } from '../storm/shops.ts'
import { openTestContext, testClock } from '../support/context.ts'
import { testDatabase } from '../support/database.ts'

const races = Number(process.env['RACES'] ?? 200)

test('a return, a resale, a hand-over and a scan of one ticket', async () => {
  const database = await testDatabase()
  const clock = testClock(new Date())
  const context = await openTestContext(database.url, clock)
  const banks = await openBanks({ tickMs: 50, silenceMs: 100, retryDelaysMs: [50] })
  const open = processes({ seed: 1, killsMost: 0, everyMs: 1_000 })
  const shop = await open({ context, clock, databaseUrl: database.url, banks })
  const won: Record<string, number> = {}
  const told = new Set<string>()
  try {
    for (let done = 0; done < races; done += 40) {
      // A date has forty seats.
      const ring = await openRing({ context, origins: shop.origins, bank: banks.all[1] })
      for (let number = 0; number < Math.min(40, races - done); number += 1) {
        const { outcome, became, refunds } = await ring.race(number)
        const winners = Object.entries(outcome).filter(([, why]) => why === null)
        expect(winners.map(([name]) => name)).toEqual([became])
        expect(refunds).toBe(became === 'return' || became === 'resale' ? 1 : 0)
        won[String(became)] = (won[String(became)] ?? 0) + 1
        for (const why of Object.values(outcome)) if (why !== null) told.add(why)
      }
    }
  } finally {
    await shop.stop()
    await banks.stop()
    await context.close()
    await database.drop()
  }
  console.info(JSON.stringify({ won, told: [...told] }))
  for (const why of told) expect(reasons).toContain(why)
}, 3_600_000)
