/** Interrupts a statement, its payout and a return after it, before a database statement or a call to the bank. */
import type { KyselyPlugin } from 'kysely'
import { invariant } from '#kernel/result.ts'
import type { PayoutBank } from '#modules/wallet/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { executeQuote } from '../../src/flows/returns/server/execute-quote.ts'
import { quoteOf, type Bought } from '../../src/flows/returns/tests/test-env.ts'
import { decidePayout, sendPayouts } from '../../src/modules/settlements/server/payouts.ts'
import { readOwed } from '../../src/modules/settlements/server/balances.ts'
import { makeStatement } from '../../src/modules/settlements/server/statements.ts'
import {
  addTerms,
  findViolations,
  compareWithBank,
  proposedPayout,
  type SettlementFixture,
} from './fixture.ts'

class Interrupted extends Error {}

/**
 * Counts down the remaining steps; afterwards every statement and call fails, as if the process had been killed.
 */
class Countdown {
  left: number
  taken = 0

  constructor(left: number) {
    this.left = left
  }

  step(): void {
    this.taken += 1
    if (this.left <= 0) throw new Interrupted()
    this.left -= 1
  }
}

function interruptible(context: Context, countdown: Countdown): Context {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      countdown.step()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { ...context, db: context.db.withPlugin(plugin) as Context['db'] }
}

/** Fails either before the bank receives the transfer or after the bank has executed it. */
function interruptibleBank(bank: PayoutBank, countdown: Countdown): PayoutBank {
  return {
    async put(payout) {
      countdown.step()
      const answer = await bank.put(payout)
      countdown.step()
      return answer
    },
  }
}

interface Progress {
  readonly merchantId: number
  readonly bought: Bought
  readonly quote: string
}

/** Runs everything from the statement to the return; after a failure the worker and the people start again. */
async function play(
  fixture: SettlementFixture,
  progress: Progress,
  countdown: Countdown,
): Promise<void> {
  const { env, bank, readUpcoming } = fixture
  const { merchantId, bought, quote } = progress
  const context = interruptible(env.context, countdown)
  await makeStatement(context, readUpcoming, { merchantId })
  const proposed = await proposedPayout(context, merchantId)
  if (proposed)
    await decidePayout(context, readUpcoming, {
      payoutId: proposed.id,
      decision: 'approve',
      amountMinor: proposed.amountMinor,
    })
  await sendPayouts(context, interruptibleBank(bank, countdown))
  env.context.clock.advance(120)
  await sendPayouts(context, interruptibleBank(bank, countdown))
  const buyer = interruptible(env.context.as(bought.actor), countdown)
  const executed = await executeQuote(buyer, env.ports, 'return', quote)
  invariant(executed.ok, `the quote is carried out: ${JSON.stringify(executed)}`)
}

/** `every` is the number of statements between two interruption points. Returns the number of points tested. */
export async function interruptSettlements(
  fixture: SettlementFixture,
  { every }: { readonly every: number },
): Promise<{ readonly broken: readonly unknown[]; readonly points: number }> {
  const broken: unknown[] = []
  const before = paidAmounts(fixture).length
  let points = 0
  for (let at = 0; ; at += every) {
    const progress = await begin(fixture)
    const countdown = new Countdown(at)
    await play(fixture, progress, countdown).catch((error: unknown) => {
      if (!(error instanceof Interrupted)) throw error
    })
    const isComplete = countdown.left > 0
    // The next attempt starts a while later.
    fixture.env.context.clock.advance(120)
    if (!isComplete) await play(fixture, progress, new Countdown(Infinity))
    const owed = (await readOwed(fixture.env.context)).get(progress.merchantId)
    const paid = paidAmounts(fixture).slice(before)
    points += 1
    // Two tickets of 50 lari at a commission of 3 were paid out, then one was returned with its commission.
    if (owed !== -4_700) broken.push({ at, owed })
    if (paid.length !== points || paid.some((amount) => amount !== '94.00'))
      broken.push({ at, paid })
    if (isComplete) break
  }
  await fixture.env.refunds(2)
  broken.push(...(await findViolations(fixture.env.context)), ...(await compareWithBank(fixture)))
  return { broken, points }
}

function paidAmounts({ fake }: SettlementFixture): string[] {
  return fake
    .transfers()
    .filter(({ status }) => status === 'done')
    .map(({ amount }) => amount)
}

/** Two tickets for a date twenty days ahead, and a quote for returning one of them. */
async function begin(fixture: SettlementFixture): Promise<Progress> {
  const { env } = fixture
  const event = await fixture.event(20 * 24)
  await addTerms(env.context, event.merchantId, {
    commissionBasisPoints: 500,
    commissionMinor: 50,
    isCommissionReturned: true,
    reserveBasisPoints: 0,
  })
  env.context.clock.advance(1)
  const bought = await env.buy({ actor: await env.guest(), event, placeIds: [1, 2] })
  const { quote } = await quoteOf(env, bought, bought.tickets.slice(0, 1))
  invariant(quote !== null, 'the ticket can go back')
  env.context.clock.advance(1)
  return { merchantId: event.merchantId, bought, quote }
}
