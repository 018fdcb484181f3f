/**
 * Goal: as `flows/cinema/tests/supplier.test.ts`, at length. Method: 2,000 buyers at premieres of 300 seats through an
 * outside cinema system whose every third answer is late, lost or none, and whose process ends and comes back meanwhile.
 */
import { expect, test } from 'vitest'
import {
  buy,
  findings,
  openPremiere,
  sessionName,
  settle,
} from '../../src/flows/cinema/tests/premiere.ts'

const seed = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647)
const buyers = 2_000
const seatsOfPremiere = 300
/** From the second row on, so that no seat has rules of its own. */
const firstSeat = 27
const atOnce = 12

let state = seed || 1
const chance = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647

test('premieres with an outside cinema system', async () => {
  console.info(`SEED=${seed}`)
  for (let left = buyers; left > 0; left -= seatsOfPremiere * 2) {
    const premiere = await openPremiere()
    const { house } = premiere
    house.chance = () =>
      chance() < 0.66
        ? null
        : ((['late', 'lost', 'dies'] as const)[Math.floor(chance() * 3)] ?? null)
    const queue = Array.from(
      { length: Math.min(left, seatsOfPremiere * 2) },
      (_, index) => firstSeat + Math.floor(index / 2),
    )
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let placeId = queue.shift(); placeId !== undefined; placeId = queue.shift()) {
          await buy(premiere, [{ placeId, ticketTypeId: 1 }])
          if (chance() < 0.03) house.house.sellElsewhere(sessionName, [placeId])
          if (chance() < 0.01) await house.restart()
        }
      }),
    )
    await settle(premiere)
    expect(await findings(premiere)).toEqual([])
    await premiere.close()
  }
}, 1_800_000)
