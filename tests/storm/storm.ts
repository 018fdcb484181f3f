import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { expirePayingOrders } from '#flows/checkout/server/expire-paying-orders.ts'
import { pollPayments } from '#flows/checkout/server/poll-payments.ts'
import type { CheckoutPorts } from '#flows/checkout/server/ports.ts'
import { cardProviders, reconcileDay } from '#flows/checkout/server/reconcile.ts'
import { createPorts } from '#apps/server/ports.ts'
import { sweepOverdueOrders } from '#modules/orders/server/public-api.ts'
import { dayAgo, readDay } from '#modules/payments/server/public-api.ts'
import { readConfig } from '#platform/config.ts'
import { findBrokenInvariants } from '../../src/flows/checkout/tests/invariants.ts'
import { makeEvent, type MadeEvent } from '../../src/modules/events/tests/factories.ts'
import { openTestContext, type TestClock, type TestContext } from '../support/context.ts'
import { testDatabase } from '../support/database.ts'
import { openBanks, type Banks } from './banks.ts'
import { compareStatements, compareOutcomes, countSituations } from './compare.ts'
import { scenarioOf } from './scenarios.ts'
import { buy, type StormRun } from './buyer.ts'
import type { OpenShop } from './shops.ts'
import { waitFor } from '../support/wait.ts'

export interface StormOptions {
  readonly seed: number
  readonly payments: number
  /** The number of concurrent buyers. */
  readonly crowd: number
  readonly openShop: OpenShop
  /** The banks' pauses between callback attempts, in milliseconds. */
  readonly retryDelaysMs: readonly number[]
}

export interface StormReport {
  readonly counts: Readonly<Record<string, number>>
  /** The number of requests without an answer. */
  readonly cutOff: number
  /** The number of kills. */
  readonly kills: number
  /** Differences in money, places or records afterwards; must be empty. */
  readonly broken: readonly string[]
}

const buyersPerEvent = 12
/** Pairs of seats of an event for any buyer whose own pair is held by a lost choice. */
const spare: readonly (readonly [number, number])[] = [25, 27, 29, 31, 33, 35, 37, 39].map(
  (placeId) => [placeId, placeId + 1],
)

/**
 * Lets many buyers pay at four banks, each with a scenario drawn from the seed, while banks and shop fail in all
 * supported ways; then advances time past every deadline and reconciles shop, banks and the expected outcome of
 * each buyer.
 */
export async function storm(options: StormOptions): Promise<StormReport> {
  const database = await testDatabase()
  const clock = runningClock()
  const context = await openTestContext(database.url, clock)
  const { retryDelaysMs } = options
  const banks = await openBanks({ tickMs: 50, silenceMs: 150, retryDelaysMs })
  const shop = await options.openShop({ context, databaseUrl: database.url, banks, clock })
  banks.callShopAt(shop.origins[0] ?? '')
  const run: StormRun = {
    context,
    origins: shop.origins,
    banks: banks.all,
    expected: new Map(),
    cutOff: 0,
  }
  try {
    await playAll(options, run)
    await shop.stopKilling()
    await waitForBanks(banks)
    await shop.stop()
    for (const bank of banks.all) bank.resetFaults()
    const { checkout } = createPorts(readConfig(banks.environment))
    await settleEverything(context, clock, checkout)
    const broken = [
      ...(await findBrokenInvariants(context)),
      ...(await compareStatements(context, banks.all)),
      ...(await compareOutcomes(context, run.expected)),
      ...(await compareDays(context, clock, checkout)),
    ]
    const counts = await countSituations(context)
    return { counts, cutOff: run.cutOff, kills: shop.kills(), broken }
  } finally {
    await shop.stop()
    await banks.stop()
    await context.close()
    await database.drop()
  }
}

/** Runs the given number of buyers concurrently, each with the next number. */
async function playAll({ seed, payments, crowd }: StormOptions, run: StormRun): Promise<void> {
  const events = new Map<number, Promise<MadeEvent>>()
  const eventOf = (index: number): Promise<MadeEvent> => {
    const made = events.get(index) ?? makeEvent(run.context)
    events.set(index, made)
    return made
  }
  let next = 0
  const buyers = Array.from({ length: crowd }, async () => {
    while (next < payments) {
      const number = next++
      const place = 1 + 2 * (number % buyersPerEvent)
      const bank = run.banks[number % run.banks.length]
      const event = await eventOf(Math.floor(number / buyersPerEvent))
      const own = [place, place + 1] as const
      const shift = number % spare.length
      const pairs = [own, ...spare.slice(shift), ...spare.slice(0, shift)]
      if (bank) await buy(run, { number, scenario: scenarioOf(seed, number), bank, event, pairs })
    }
  })
  await Promise.all(buyers)
}

/** Waits until no bank has pending callbacks. */
async function waitForBanks({ all }: Banks): Promise<void> {
  const areIdle = () => all.every((bank) => bank.isIdle())
  await waitFor('no bank has callbacks to send', areIdle, { seconds: 120 })
}

/** Runs the sweeps of two hours and the reconciliation with the banks' statements. */
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
    // Payments without a callback are found in the banks' statements.
    if (round === 2) await reconcileDay(context, checkout, dayAgo(clock.now(), 0))
    clock.advance(600)
  }
}

/** The days of the storm as the operator's reconciliation shows them. */
async function compareDays(
  context: TestContext,
  clock: TestClock,
  checkout: CheckoutPorts,
): Promise<string[]> {
  const broken: string[] = []
  for (const daysAgo of [0, 1]) {
    const day = dayAgo(clock.now(), daysAgo)
    await reconcileDay(context, checkout, day)
    const seen = await readDay(context, day, cardProviders(checkout))
    for (const { name, state } of seen.providers)
      if (state !== 'agreed') broken.push(`${name} of ${day}: ${state}`)
    for (const each of seen.differences)
      broken.push(`${each.name} ${each.kind} ${each.externalId}: ${each.ours} / ${each.theirs}`)
  }
  return broken
}

/** Advances with real time, and can be moved forward. */
function runningClock(): TestClock {
  let aheadMs = 0
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance: (seconds) => void (aheadMs += seconds * 1_000),
    set: (at) => void (aheadMs = at.getTime() - Date.now()),
  }
}
