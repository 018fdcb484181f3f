import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import {
  customerAccount,
  openPayoutBank,
  postHold,
  postTransfer,
  sendWithdrawals,
  takeHold,
  voidHold,
  withdrawToAccount,
} from '#modules/wallet/server/public-api.ts'
import { systemRandom, type Context } from '#platform/context.ts'
import { openDatabase } from '#platform/database/database.ts'
import { openPool } from '#platform/database/pool.ts'
import { randomOf } from '../storm/random.ts'

/**
 * A process that moves the money of a few customers in all possible ways, many at once, until it is killed. Its
 * clock is fast, so that the bank is asked again soon. Arguments: database, payout bank, customers and their bank
 * accounts as JSON, a seed.
 */
const [url = '', bankUrl = '', owners = '[]', seed = '0'] = process.argv.slice(2)
const random = randomOf(Number(seed))
const customers = JSON.parse(owners) as { customerId: string; bankAccountId: number }[]
const pool = openPool({ url, connectionsMax: 8, applicationName: 'bileti-crash' })
const began = Date.now()
const context = {
  db: openDatabase(pool),
  clock: { now: () => new Date(began + (Date.now() - began) * 500) },
  random: systemRandom,
  actor: { kind: 'system' },
  locale: 'en',
  log: pino({ level: 'silent' }),
} as unknown as Context
const bank = openPayoutBank({ url: bankUrl, apiKey: 'demo-payout-key', timeoutMs: 100 })
const currency = 'GEL'

async function move(): Promise<void> {
  const who = customers[Math.floor(random() * customers.length)]
  if (!who) throw new Error('Nobody has any money')
  const account = customerAccount(who.customerId)
  const amountMinor = 1 + Math.floor(random() * 400)
  const chance = random()
  if (chance < 0.3) {
    await postTransfer(context, {
      idempotencyKey: context.random.uuid(),
      kind: 'top-up',
      reference: 'crash',
      postings: [
        { account: 'provider:tpay', currency, amountMinor },
        { account, currency, amountMinor: -amountMinor },
      ],
    })
  } else if (chance < 0.6) {
    const hold = await takeHold(context, { account, currency, amountMinor, reference: 'crash' })
    if (!hold.ok) return
    const to = { account: `order:${hold.value.id}`, kind: 'spend', reference: hold.value.id }
    // Applied and unapplied, applied and charged, or left behind as if the page had been closed.
    if (chance < 0.4) await voidHold(context, hold.value.id)
    else if (chance < 0.55) await postHold(context, hold.value.id, to)
  } else if (chance < 0.8) await withdrawToAccount(context, { ...who, amountMinor })
  else await sendWithdrawals(context, bank)
}

process.send?.({ working: true })
await Promise.all(
  Array.from({ length: 8 }, async () => {
    for (;;) {
      await move()
      await pause(1)
    }
  }),
)
