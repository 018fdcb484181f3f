import { sql } from 'kysely'
import { money, type Currency } from '#kernel/money.ts'
import type { Context } from '#platform/context.ts'
import type { BalancesView, MovementView } from '../contract.ts'
import type { BalanceLogKind } from './log.ts'

export interface BalanceView {
  readonly currency: Currency
  /** What the customer may spend now, in minor units. */
  readonly availableMinor: number
  readonly heldMinor: number
}

interface BalanceRow {
  currency: Currency
  posted_minor: string | number
  held_minor: string | number
}

/** A customer's balances, by currency; currencies without postings are left out. */
export async function readBalances(
  context: Context,
  customerId: string,
): Promise<readonly BalanceView[]> {
  const { rows } = await sql<BalanceRow>`
    select a.currency, b.posted_minor, b.held_minor
    from ledger_account a join ledger_balance b on b.account_id = a.id
    where a.code = ${customerAccount(customerId)} order by a.currency
  `.execute(context.db)
  return rows.map((row) => {
    const heldMinor = Number(row.held_minor)
    return {
      currency: row.currency,
      availableMinor: 0 - Number(row.posted_minor) - heldMinor,
      heldMinor,
    }
  })
}

/** What a customer may spend now in one currency, in minor units. */
export async function readAvailable(
  context: Context,
  customerId: string,
  currency: Currency,
): Promise<number> {
  const balances = await readBalances(context, customerId)
  return balances.find((balance) => balance.currency === currency)?.availableMinor ?? 0
}

/** The account that holds a customer's stored balance: negative, since the platform owes it to them. */
export function customerAccount(customerId: string): string {
  return `customer:${customerId}`
}

export function presentBalances(balances: readonly BalanceView[]): BalancesView {
  const own = balances.find((balance) => balance.currency === 'GEL')
  return {
    available: money(own?.availableMinor ?? 0),
    held: money(own?.heldMinor ?? 0),
    balances: balances.map(({ currency, availableMinor, heldMinor }) => ({
      currency,
      available: money(availableMinor, currency),
      held: money(heldMinor, currency),
    })),
  }
}

const movementKinds: Readonly<Record<string, MovementView['kind']>> = {
  'top-up': 'top-up',
  spend: 'spend',
  'withdraw-account': 'withdraw-account',
  'withdraw-card': 'withdraw-card',
  refund: 'refund',
}

interface MovementRow {
  number: number
  occurred_at: Date
  kind: string
  reference: string
  amount_minor: string | number
  balance_minor: string | number
  currency: Currency
}

/** Movements of a customer's balance below a number, the newest first: one range of one index. */
export async function readMovements(
  context: Context,
  customerId: string,
  page: { readonly currency: Currency; readonly before?: number; readonly most: number },
): Promise<MovementView[]> {
  // The page is selected before anything is joined to it: with one flat join the generic plan reads every transfer.
  const { rows } = await sql<MovementRow>`
    select m.number, t.occurred_at, t.kind, t.reference, m.amount_minor, m.balance_minor,
      ${page.currency}::text as currency
    from (
      select number, transfer_id, amount_minor, balance_minor from ledger_movement
      where account_id = (select id from ledger_account
          where code = ${customerAccount(customerId)} and currency = ${page.currency})
        and number < ${page.before ?? 2_147_483_647}
      order by number desc limit ${page.most}
    ) m
    join ledger_transfer t on t.id = m.transfer_id
    order by m.number desc
  `.execute(context.db)
  return rows.map((row) => ({
    number: row.number,
    at: row.occurred_at.toISOString(),
    kind: movementKinds[row.kind] ?? 'correction',
    amount: money(0 - Number(row.amount_minor), row.currency),
    balance: money(0 - Number(row.balance_minor), row.currency),
    reference: row.reference,
  }))
}

export interface BalanceLogRow {
  readonly id: number
  readonly at: Date
  readonly kind: BalanceLogKind
  readonly amountMinor: number
  readonly currency: Currency
  readonly reference: string
}

/** The newest operations on a balance. */
export async function readLog(
  context: Context,
  customerId: string,
  most: number,
): Promise<BalanceLogRow[]> {
  const rows = await context.db
    .selectFrom('balance_log')
    .select(['id', 'at', 'kind', 'amount_minor', 'currency', 'reference'])
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    id: Number(row.id),
    at: row.at,
    kind: row.kind as BalanceLogKind,
    amountMinor: Number(row.amount_minor),
    currency: row.currency as Currency,
    reference: row.reference,
  }))
}
