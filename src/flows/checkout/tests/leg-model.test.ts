/**
 * Goal: orders over several offerings, with leg ranges, never overlap and never lose money. Method: random requests to
 * two sources, all or nothing or partial, releases, payments, late payments, expiries, returns by the tier of the
 * boarding stop, transfers, other places (another vehicle), refunds, crashes of the process between two statements, and time are played against the
 * shop (real database, demo bank over HTTP) and a plain model of places by leg. After every step the places and orders
 * concerned must agree, after each run its books, and occasionally everything. Replay with the printed seed: SEED=…;
 * more operations with OPERATIONS=…, bounded by SECONDS=…
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReturnPorts, type ReturnPorts } from '#flows/returns/server/ports.ts'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import { journeySource, legFeeMinor, legPriceMinor } from '#modules/orders/tests/journey-source.ts'
import { createTicketPorts } from '#modules/tickets/server/public-api.ts'
import { journeyTicketSource } from '#modules/tickets/tests/journey-tickets.ts'
import { readBalance } from '#modules/wallet/server/public-api.ts'
import { findBrokenInvariants } from './invariants.ts'
import { deckCapacity, keptOf, legCount, placeCount, tally } from './leg-model.ts'
import { Run } from './leg-run.ts'
import { openTestEnv, type TestEnv } from './test-env.ts'
import { seedOf } from '../../../../tests/support/tier.ts'

const operations = Number(process.env.OPERATIONS ?? 250)
const secondsMax = Number(process.env.SECONDS ?? 14_000)
/** Operations after which new offerings are created, so that places are always available. */
const operationsPerWorld = 50
/** Operations after which everything is compared; also at the end. */
const operationsPerScan = 5_000

let env: TestEnv
let returns: ReturnPorts
/** When the journeys of a run leave their first stop, by their number. */
const departures = new Map<number, Date>()
const firstDeparture = (itemId: number) => departures.get(itemId) ?? new Date(0)
const sources = [
  journeySource('boat', { firstDeparture }),
  journeySource('train', { firstDeparture }),
] as const

beforeAll(async () => {
  env = await openTestEnv()
  const orders = { sources, paymentWays: () => [] }
  const tickets = createTicketPorts({
    orders,
    sources: sources.map((source) => journeyTicketSource(source)),
  })
  returns = createReturnPorts(tickets)
})
afterAll(() => env.close())

/** Mulberry32: the same numbers for the same seed. */
function randomOf(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** Three offerings with journeys that leave soon, later, or tomorrow. */
async function openRun(below: (below: number) => number, itemId: number): Promise<Run> {
  const hours = [2, 5, 17, 30][below(4)] ?? 2
  const departsAt = env.clock.now().getTime() + hours * 3_600_000
  departures.set(itemId, new Date(departsAt))
  const offerings: number[] = []
  for (let index = 0; index < 3; index += 1)
    offerings.push(
      await createOffering(env.context, {
        legCount,
        placeCount,
        pools: [{ poolId: 1, capacity: deckCapacity }],
      }),
    )
  const [as, friend] = [await env.guest(), await env.guest()]
  return new Run({ env, returns, sources, itemId, departsAt, offerings, as, friend, below })
}

/** The earnings of organisers and the platform so far, and the amounts at the bank. */
async function books() {
  const [merchant, fees, bank] = await Promise.all(
    ['merchant:7', 'house:fees', 'provider:tpay'].map((account) =>
      readBalance(env.context, account, 'GEL'),
    ),
  )
  return { merchant, fees, bank, atBank: env.bank.totals().GEL?.net ?? 0 }
}

test('leg ranges over several offerings: no overlap, exact sums, legal states', async () => {
  const below = randomOf(seedOf(`leg ranges OPERATIONS=${operations}`, 20_261_122))
  const began = performance.now()
  const total = { merchant: 0, fees: 0, net: 0 }
  let done = 0
  let isDue = 0
  const play = async (itemId: number, work: (run: Run) => Promise<void>) => {
    env.bank.reset()
    env.bank.misbehave({ callbackLost: true })
    const run = await openRun(below, itemId)
    await work(run)
    await run.finish()
    for (const order of run.model.orders.filter(({ state }) => state === 'sold')) {
      const legs = order.claims.reduce(
        (sum, { legFrom, legTo, quantity }) => sum + (legTo - legFrom) * quantity,
        0,
      )
      total.merchant += legs * legPriceMinor - order.returnedMinor
      total.fees += legs * legFeeMinor
      total.net += keptOf(order)
    }
    // Captures less refunds at the bank equal the price of sold lines less returns, as earned by all parties.
    expect(await books()).toEqual({
      merchant: 0 - total.merchant,
      fees: 0 - total.fees,
      bank: total.net,
      atBank: total.net,
    })
  }
  await play(0, async (run) => {
    await run.lateMoney()
    await run.afterSale()
    await run.otherPlaces()
  })
  while (done < operations && performance.now() - began < secondsMax * 1_000) {
    await play(1 + done / operationsPerWorld, async (run) => {
      for (let index = 0; index < operationsPerWorld; index += 1) {
        await run.step()
        await run.compare()
      }
    })
    done += operationsPerWorld
    isDue += operationsPerWorld
    if (isDue >= operationsPerScan || done >= operations) {
      isDue = 0
      expect(await findBrokenInvariants(env.context)).toEqual([])
    }
    if (done % 1_000 !== 0 && done < operations) continue
    const seconds = Math.round((performance.now() - began) / 1_000)
    console.info(JSON.stringify({ done, seconds, ...tally }))
  }
  // A short run is sure to reach only the forced outcomes.
  const certain = [
    'granted',
    'sold',
    'late',
    'moneyBack',
    'returned',
    'refusedReturn',
    'tooLate',
    'rearranged',
  ]
  const names = done < 2_000 ? [...certain, 'passedOn'] : Object.keys(tally)
  expect(
    Object.entries(tally).filter(([name, times]) => times === 0 && names.includes(name)),
  ).toEqual([])
}, 14_400_000)
