/**
 * Goal: as the short race for one ticket, over two server processes and a worker. Method: RACES (80) tickets, for
 * each of which a return, a resale, a transfer and a scan are sent at the same moment; the row must match what the
 * winner was answered.
 */
import { expect, test } from 'vitest'
import { openBanks } from '../storm/banks.ts'
import { openRaces, reasons } from '../storm/one-ticket.ts'
import { processes } from '../storm/shops.ts'
import { openTestContext, testClock } from '../support/context.ts'
import { testDatabase } from '../support/database.ts'

const races = Number(process.env['RACES'] ?? 80)

test('lets one of a return, a resale, a transfer and a scan of a ticket succeed', async () => {
  const database = await testDatabase()
  const clock = testClock(new Date())
  const context = await openTestContext(database.url, clock)
  const banks = await openBanks({ tickMs: 50, silenceMs: 100, retryDelaysMs: [50] })
  const open = processes({ seed: 1, killsMax: 0, everyMs: 1_000 })
  const shop = await open({ context, clock, databaseUrl: database.url, banks })
  const won: Record<string, number> = {}
  const refusals = new Set<string>()
  try {
    for (let done = 0; done < races; done += 40) {
      // A date has forty seats.
      const ticketRaces = await openRaces({ context, origins: shop.origins, bank: banks.all[1] })
      for (let number = 0; number < Math.min(40, races - done); number += 1) {
        const { outcome, succeeded, refunds } = await ticketRaces.race(number)
        const winners = Object.entries(outcome).filter(([, reason]) => reason === null)
        expect(winners.map(([name]) => name)).toEqual([succeeded])
        expect(refunds).toBe(succeeded === 'return' || succeeded === 'resale' ? 1 : 0)
        won[String(succeeded)] = (won[String(succeeded)] ?? 0) + 1
        for (const reason of Object.values(outcome)) if (reason !== null) refusals.add(reason)
      }
    }
  } finally {
    await shop.stop()
    await banks.stop()
    await context.close()
    await database.drop()
  }
  console.info(JSON.stringify({ won, refusals: [...refusals] }))
  for (const reason of refusals) expect(reasons).toContain(reason)
}, 3_600_000)
