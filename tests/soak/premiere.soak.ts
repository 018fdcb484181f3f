/**
 * Goal: as `flows/cinema/tests/supplier.test.ts`, longer. Method: BUYERS (1,200) at premieres of 300 seats through an
 * external cinema system that delays, loses or refuses every third answer and whose process is restarted meanwhile.
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  buy,
  findings,
  openPremiere,
  sessionName,
  settle,
  type Premiere,
} from '../../src/flows/cinema/tests/premiere.ts'
import { seedOf } from '../support/tier.ts'

const seed = seedOf('premiere', 20_261_122)
const buyers = Number(process.env['BUYERS'] ?? 1_200)
const seatsOfPremiere = 300
/** From the second row on, because seats of the first have special rules. */
const firstSeat = 27
const atOnce = 12

let state = seed || 1
const chance = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647

interface Counts {
  bought: number
  tickets: number
  /** Refunded orders: the box office was quicker, or the session was requested twice. */
  paidBack: number
  soldAtCounter: number
  restarts: number
  faults: number
}

/** Returns the number of valid tickets of a premiere, and of orders that are refunded in full. */
async function outcomeOf({ shop, session }: Premiere): Promise<{ tickets: number; back: number }> {
  const { rows } = await sql<{ tickets: number; back: number }>`
    select (select count(*)::int from ticket t where t.item_id = ${session} and t.status = 1) as tickets,
      (select count(*)::int from orders o where o.returned_minor > 0) as back`.execute(
    shop.context.db,
  )
  return rows[0] ?? { tickets: 0, back: 0 }
}

test('sells each seat of a premiere once with an external cinema system', async () => {
  const counts: Counts = {
    bought: 0,
    tickets: 0,
    paidBack: 0,
    soldAtCounter: 0,
    restarts: 0,
    faults: 0,
  }
  for (let left = buyers; left > 0; left -= seatsOfPremiere * 2) {
    const premiere = await openPremiere()
    const { house } = premiere
    house.chance = () => {
      if (chance() < 0.66) return null
      counts.faults += 1
      return (['late', 'lost', 'dies'] as const)[Math.floor(chance() * 3)] ?? null
    }
    const wanted = Array.from(
      { length: Math.min(left, seatsOfPremiere * 2) },
      (_, index) => firstSeat + Math.floor(index / 2),
    )
    const atCounter = new Set<number>()
    const queue = [...wanted]
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let placeId = queue.shift(); placeId !== undefined; placeId = queue.shift()) {
          const isBought = await buy(premiere, [{ placeId, ticketTypeId: 1 }])
          counts.bought += Number(isBought)
          if (chance() < 0.03) {
            atCounter.add(placeId)
            house.system.sellElsewhere(sessionName, [placeId])
          }
          if (chance() < 0.01) {
            counts.restarts += 1
            await house.restart()
          }
        }
      }),
    )
    await settle(premiere)
    expect(await findings(premiere)).toEqual([])
    const { tickets, back } = await outcomeOf(premiere)
    // Every seat that the box office did not sell has one ticket; a seat that it sold may have had one before.
    const seats = new Set(wanted).size
    expect(tickets).toBeGreaterThanOrEqual(seats - atCounter.size)
    expect(tickets).toBeLessThanOrEqual(seats)
    counts.tickets += tickets
    counts.paidBack += back
    counts.soldAtCounter += atCounter.size
    await premiere.close()
  }
  console.info(JSON.stringify(counts))
}, 1_800_000)
