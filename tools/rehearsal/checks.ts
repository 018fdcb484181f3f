/** Invariants after an on-sale, whatever was killed: places, acknowledged sales, money. */
import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import { findBrokenInvariants } from '../../src/flows/checkout/tests/invariants.ts'
import { findLost, reconcile, settleEverything } from '../../tests/crash/checks.ts'
import type { TestClock, TestContext } from '../../tests/support/context.ts'
import type { RehearsalEnvironment } from './environment.ts'

/** What a check is about; the series' table has a column for some of them. */
export type CheckSubject = 'soldTwice' | 'salesLost' | 'keptWithout' | 'books' | 'other'

export interface Check {
  readonly subject: CheckSubject
  readonly name: string
  /** Violations in words; empty if there are none. */
  readonly broken: readonly string[]
}

interface Acknowledged {
  readonly holds: { orderKey: string; token: string }[]
  readonly sales: string[]
}

/** Violations before the sale: the demo's content has sold places without buyers. */
export async function brokenBefore(context: Context): Promise<ReadonlySet<string>> {
  return new Set(await findBrokenInvariants(context))
}

/**
 * Stops the shop, lets every deadline pass, and compares the shop's ledger with the bank's records and the
 * responses that visitors received.
 */
export async function checkEverything(
  context: TestContext,
  clock: TestClock,
  given: {
    readonly environment: RehearsalEnvironment
    readonly acknowledged: Acknowledged
    readonly before: ReadonlySet<string>
  },
): Promise<Check[]> {
  const { environment, acknowledged, before } = given
  const lost = await findLost(context, { acknowledged })
  const bank = await environment.stopShop()
  try {
    await settleEverything(context, clock, { TPAY_URL: bank.url })
    const found = (await findBrokenInvariants(context)).filter((each) => !before.has(each))
    const books = await reconcile(context, bank)
    const of = (pattern: RegExp) => found.filter((each) => pattern.test(each))
    const known = /two tickets|captured without|refunds exceed|tickets and refund|ledger|owes/
    return [
      { subject: 'soldTwice', name: 'No place was sold twice', broken: of(/two tickets/) },
      {
        subject: 'salesLost',
        name: 'No sale was lost that a buyer was told of',
        broken: lost.filter((each) => /sale/.test(each)),
      },
      {
        subject: 'other',
        name: 'No hold was lost that a buyer was told of',
        broken: lost.filter((each) => !/sale/.test(each)),
      },
      {
        subject: 'keptWithout',
        name: 'No money was kept without a ticket',
        broken: of(/captured without/),
      },
      {
        subject: 'other',
        name: 'No money went back twice, or beside a ticket',
        broken: of(/refunds exceed|tickets and refund/),
      },
      { subject: 'books', name: 'The ledger is at zero', broken: of(/ledger|owes/) },
      {
        subject: 'books',
        name: 'The bank’s books and ours are the same, payment by payment',
        broken: books,
      },
      {
        subject: 'other',
        name: 'Every place that is sold has its ticket, and every ticket its place',
        broken: found.filter((each) => !known.test(each)),
      },
      {
        subject: 'other',
        name: 'Nobody was admitted twice, or before the opening',
        broken: await wrongAdmissions(context),
      },
    ]
  } finally {
    await bank.stop()
  }
}

async function wrongAdmissions(context: Context): Promise<string[]> {
  const { rows } = await sql<{ broken: string }>`
    select 'admitted before the opening: ' || token.id as broken from waiting_room_token token
      join waiting_room room on room.id = token.waiting_room_id
      where token.admitted_at < room.opens_at and not token.is_bypass
    union all
    select 'two orders with one admission: ' || order_key from waiting_room_token
      where order_key is not null group by order_key having count(*) > 1`.execute(context.db)
  return rows.map(({ broken }) => broken)
}
