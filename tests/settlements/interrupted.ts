/** A statement, its payout and a return after it, interrupted before a statement of the database or a call of the bank. */
import type { KyselyPlugin } from 'kysely'
import { invariant } from '#kernel/result.ts'
import type { PayoutBank } from '#modules/wallet/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { executeQuote } from '../../src/flows/returns/server/execute-quote.ts'
import { quoteOf, type Bought } from '../../src/flows/returns/tests/test-env.ts'
import { decidePayout, sendPayouts } from '../../src/modules/settlements/server/payouts.ts'
import { readOwed } from '../../src/modules/settlements/server/standing.ts'
import { makeStatement } from '../../src/modules/settlements/server/statements.ts'
import { agree, brokenBooks, comparedWithBank, proposedPayout, type World } from './world.ts'

class Killed extends Error {}

/** Counts steps down; once they are used up, nothing is sent any more: the process is dead. */
class Life {
  left: number
  taken = 0

  constructor(left: number) {
    this.left = left
  }

  step(): void {
    this.taken += 1
    if (this.left <= 0) throw new Killed()
    this.left -= 1
  }
}

function mortal(context: Context, life: Life): Context {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      life.step()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { ...context, db: context.db.withPlugin(plugin) as Context['db'] }
}

/** A bank that has carried out what it was told when the caller dies, or never heard of it. */
function mortalBank(bank: PayoutBank, life: Life): PayoutBank {
  return {
    async put(payout) {
      life.step()
      const said = await bank.put(payout)
      life.step()
      return said
    },
  }
}

interface Story {
  readonly merchantId: number
  readonly bought: Bought
  readonly quote: string
}

/** Everything from the statement to the return, as a worker and people would do it who begin again after a failure. */
async function play(world: World, story: Story, life: Life): Promise<void> {
  const { env, bank, readAhead } = world
  const { merchantId, bought, quote } = story
  const context = mortal(env.context, life)
  await makeStatement(context, readAhead, { merchantId })
  const proposed = await proposedPayout(context, merchantId)
  if (proposed)
    await decidePayout(context, readAhead, {
      payoutId: proposed.id,
      decision: 'approve',
      amountMinor: proposed.amountMinor,
    })
  await sendPayouts(context, mortalBank(bank, life))
  env.context.clock.advance(120)
  await sendPayouts(context, mortalBank(bank, life))
  const buyer = mortal(env.context.as(bought.actor), life)
  const executed = await executeQuote(buyer, env.ports, 'return', quote)
  invariant(executed.ok, `the quote is carried out: ${JSON.stringify(executed)}`)
}

/** `every`: how many statements lie between two points of interruption. Answers how many points there were. */
export async function interruptSettlements(
  world: World,
  { every }: { readonly every: number },
): Promise<{ readonly broken: readonly unknown[]; readonly points: number }> {
  const broken: unknown[] = []
  const before = paidAmounts(world).length
  let points = 0
  for (let at = 0; ; at += every) {
    const story = await begin(world)
    const life = new Life(at)
    await play(world, story, life).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error
    })
    const isThrough = life.left > 0
    // Whoever comes next begins anew, a while later.
    world.env.context.clock.advance(120)
    if (!isThrough) await play(world, story, new Life(Infinity))
    const owed = (await readOwed(world.env.context)).get(story.merchantId)
    const paid = paidAmounts(world).slice(before)
    points += 1
    // Two tickets of 50 lari at a commission of 3 were paid out, then one went back with its commission.
    if (owed !== -4_700) broken.push({ at, owed })
    if (paid.length !== points || paid.some((amount) => amount !== '94.00'))
      broken.push({ at, paid })
    if (isThrough) break
  }
  await world.env.refunds(2)
  broken.push(...(await brokenBooks(world.env.context)), ...(await comparedWithBank(world)))
  return { broken, points }
}

function paidAmounts({ fake }: World): string[] {
  return fake
    .transfers()
    .filter(({ status }) => status === 'done')
    .map(({ amount }) => amount)
}

/** Two tickets for a date twenty days ahead, and a quote for one of them. */
async function begin(world: World): Promise<Story> {
  const { env } = world
  const event = await world.event(20 * 24)
  await agree(env.context, event.merchantId, {
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
