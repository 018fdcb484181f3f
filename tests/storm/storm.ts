import { setTimeout as pause } from 'node:timers/promises'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { expirePayingOrders } from '#flows/checkout/server/expire-paying-orders.ts'
import { pollPayments } from '#flows/checkout/server/poll-payments.ts'
import type { CheckoutPorts } from '#flows/checkout/server/ports.ts'
import { listingProviders, reconcileDay } from '#flows/checkout/server/reconcile.ts'
import { createPorts } from '#apps/server/ports.ts'
import { sweepOverdueOrders } from '#modules/orders/server/public-api.ts'
import { dayAgo, readDay } from '#modules/payments/server/public-api.ts'
import { readConfig } from '#platform/config.ts'
import { findBrokenInvariants } from '../../src/flows/checkout/tests/invariants.ts'
import { makeEvent, type MadeEvent } from '../../src/modules/events/tests/factories.ts'
import { openTestContext, type TestClock, type TestContext } from '../support/context.ts'
import { testDatabase } from '../support/database.ts'
import { openBanks, type Banks } from './banks.ts'
import { compareBooks, compareEnds, countUp } from './books.ts'
import { fateOf } from './fates.ts'
import { buy, type Weather } from './payer.ts'
import type { OpenShop } from './shops.ts'

export interface StormOptions {
  readonly seed: number
  readonly payments: number
  /** How many buyers there are at a time. */
  readonly crowd: number
  readonly openShop: OpenShop
  /** Pauses of the banks between their tries to tell us, in milliseconds. */
  readonly retryDelaysMs: readonly number[]
}

export interface StormReport {
  readonly counts: Readonly<Record<string, number>>
  /** How often the shop gave no answer. */
  readonly cutOff: number
  /** How often it died. */
  readonly deaths: number
  /** What is wrong with money, places or books afterwards; must be empty. */
  readonly broken: readonly string[]
}

const buyersPerEvent = 12
/** Pairs of an event that are nobody's own: for whoever's own pair is held by a choice that was cut off. */
const spare: readonly (readonly [number, number])[] = [25, 27, 29, 31, 33, 35, 37, 39].map(
  (placeId) => [placeId, placeId + 1],
)

/**
 * Lets a crowd pay at four banks, each payment with a fate drawn from the seed, while banks and shop go wrong in every
 * way they can; then lets time pass until every deadline is over, and reconciles shop, banks and what each buyer must
 * have come to.
 */
export async function storm(options: StormOptions): Promise<StormReport> {
  const database = await testDatabase()
  const clock = runningClock()
  const context = await openTestContext(database.url, clock)
  const { retryDelaysMs } = options
  const banks = await openBanks({ tickMs: 50, silenceMs: 150, retryDelaysMs })
  const shop = await options.openShop({ context, databaseUrl: database.url, banks, clock })
  banks.callShopAt(shop.origins[0] ?? '')
  const weather: Weather = {
    context,
    origins: shop.origins,
    banks: banks.all,
    ends: new Map(),
    cutOff: 0,
  }
  try {
    await playAll(options, weather)
    await shop.calmDown()
    await quiet(banks)
    await shop.stop()
    for (const bank of banks.all) bank.beHonest()
    const { checkout } = createPorts(readConfig(banks.environment))
    await settleEverything(context, clock, checkout)
    const broken = [
      ...(await findBrokenInvariants(context)),
      ...(await compareBooks(context, banks.all)),
      ...(await compareEnds(context, weather.ends)),
      ...(await compareDays(context, clock, checkout)),
    ]
    const counts = await countUp(context)
    return { counts, cutOff: weather.cutOff, deaths: shop.deaths(), broken }
  } finally {
    await shop.stop()
    await banks.stop()
    await context.close()
    await database.drop()
  }
}

/** As many buyers at a time as there is room for, each with the next number. */
async function playAll({ seed, payments, crowd }: StormOptions, weather: Weather): Promise<void> {
  const events = new Map<number, Promise<MadeEvent>>()
  const eventOf = (index: number): Promise<MadeEvent> => {
    const made = events.get(index) ?? makeEvent(weather.context)
    events.set(index, made)
    return made
  }
  let next = 0
  const buyers = Array.from({ length: crowd }, async () => {
    while (next < payments) {
      const number = next++
      const place = 1 + 2 * (number % buyersPerEvent)
      const bank = weather.banks[number % weather.banks.length]
      const event = await eventOf(Math.floor(number / buyersPerEvent))
      const own = [place, place + 1] as const
      const shift = number % spare.length
      const pairs = [own, ...spare.slice(shift), ...spare.slice(0, shift)]
      if (bank) await buy(weather, { number, fate: fateOf(seed, number), bank, event, pairs })
    }
  })
  await Promise.all(buyers)
}

/** Until the banks have told everything, or have given up telling. */
async function quiet({ all }: Banks): Promise<void> {
  for (let turn = 0; turn < 3_000 && !all.every((bank) => bank.isQuiet()); turn += 1)
    await pause(20)
}

/** Two hours of sweeps, and what the banks' lists bring to light. */
async function settleEverything(
  context: TestContext,
  clock: TestClock,
  checkout: CheckoutPorts,
): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    while ((await pollPayments(context, checkout)) > 0);
    while ((await expirePayingOrders(context, checkout)) > 0);
    while ((await sweepOverdueOrders(context, 500)) > 0);
    while ((await executeRefunds(context, checkout)) > 0);
    // What nobody was told of is in the banks' lists.
    if (round === 2) await reconcileDay(context, checkout, dayAgo(clock.now(), 0))
    clock.advance(600)
  }
}

/** The days of the storm, as the operator would see them. */
async function compareDays(
  context: TestContext,
  clock: TestClock,
  checkout: CheckoutPorts,
): Promise<string[]> {
  const broken: string[] = []
  for (const daysAgo of [0, 1]) {
    const day = dayAgo(clock.now(), daysAgo)
    await reconcileDay(context, checkout, day)
    const seen = await readDay(context, day, listingProviders(checkout))
    for (const { name, state } of seen.providers)
      if (state !== 'agreed') broken.push(`${name} of ${day}: ${state}`)
    for (const each of seen.differences)
      broken.push(`${each.name} ${each.kind} ${each.externalId}: ${each.ours} / ${each.theirs}`)
  }
  return broken
}

/** Runs as clocks do, and can be moved forward. */
function runningClock(): TestClock {
  let aheadMs = 0
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance: (seconds) => void (aheadMs += seconds * 1_000),
    set: (at) => void (aheadMs = at.getTime() - Date.now()),
  }
}
