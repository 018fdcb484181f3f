import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'
import type { Bank } from './banks.ts'
import type { ExpectedOutcome } from './buyer.ts'

/** Compares each payment and the sums of a bank with our records and the ledger; returns the differences. */
export async function compareStatements(
  context: Context,
  banks: readonly Bank[],
): Promise<string[]> {
  const broken: string[] = []
  for (const bank of banks) {
    const { rows } = await sql<{ id: string; captured: number; refunded: number; states: string }>`
      select split_part(external_id, '#', 1) as id, sum(captured_minor)::int as captured,
        sum(refunded_minor)::int as refunded, string_agg(state, ',') as states
      from payment where provider = ${bank.number} and captured_minor > 0 group by 1
    `.execute(context.db)
    const ours = new Map(rows.map((row) => [row.id, row]))
    for (const { id, capturedMinor, returnedMinor, callbackState } of bank.statement()) {
      const our = ours.get(id)
      ours.delete(id)
      const isSame =
        our?.captured === capturedMinor &&
        (!bank.supportsRefund || our.refunded === returnedMinor) &&
        returnedMinor <= capturedMinor
      if (!isSame)
        broken.push(
          `${bank.name} (${callbackState}) and shop differ on ${id}: ${capturedMinor} − ${returnedMinor}, ` +
            `ours ${our ? `${our.captured} − ${our.refunded} ${our.states}` : 'unknown'}`,
        )
    }
    for (const id of ours.keys()) broken.push(`${bank.name} knows nothing of ${id}`)
    broken.push(...(await compareLedger(context, bank)))
  }
  return broken
}

/** Compares the ledger's balance at a bank, and the credits owed to guests where a bank cannot refund. */
async function compareLedger(context: Context, bank: Bank): Promise<string[]> {
  const { rows } = await sql<{ provider: number; owed: number; refunded: number }>`
    select
      (select coalesce(sum(p.amount_minor), 0)::int from ledger_posting p
        join ledger_account a on a.id = p.account_id where a.code = ${`provider:${bank.name}`}) as provider,
      (select coalesce(-sum(p.amount_minor), 0)::int from ledger_posting p
        join ledger_account a on a.id = p.account_id where a.code like 'owed:%') as owed,
      (select coalesce(sum(refunded_minor), 0)::int from payment where provider = ${bank.number}) as refunded
  `.execute(context.db)
  const { provider = 0, owed = 0, refunded = 0 } = rows[0] ?? {}
  const net = bank
    .statement()
    .reduce((sum, each) => sum + each.capturedMinor - each.returnedMinor, 0)
  const broken: string[] = []
  if (provider !== net) broken.push(`${bank.name} holds ${net} for us, the ledger says ${provider}`)
  if (!bank.supportsRefund && owed !== refunded)
    broken.push(`${bank.name}: ${refunded} were to be kept for guests, the ledger keeps ${owed}`)
  return broken
}

/** Compares each order with its expected outcome. */
export async function compareOutcomes(
  context: Context,
  expected: ReadonlyMap<string, ExpectedOutcome>,
): Promise<string[]> {
  const { rows } = await sql<{
    key: string
    status: number
    tickets: number
    kept: number
    taken: number
    pending: number
  }>`
    select o.order_key as key, o.status,
      (select count(*)::int from ticket t where t.order_id = o.id) as tickets,
      (select coalesce(sum(captured_minor - refunded_minor), 0)::int from payment p
        where p.order_key = o.order_key) as kept,
      (select coalesce(sum(captured_minor), 0)::int from payment p where p.order_key = o.order_key) as taken,
      (select count(*)::int from refund r join payment p on p.id = r.payment_id
        where p.order_key = o.order_key and r.state = 'pending') as pending
    from orders o
  `.execute(context.db)
  const broken: string[] = []
  for (const { key, status, tickets, kept, taken, pending } of rows) {
    const end = expected.get(key) ?? 'any'
    const is =
      tickets > 0 && status === 1
        ? 'tickets'
        : tickets === 0 && taken > 0 && kept === 0
          ? 'refund'
          : tickets === 0 && taken === 0
            ? 'nothing'
            : 'neither tickets nor a refund'
    const isEnded = ![0, 5, 6].includes(status) && pending === 0
    const isRight = end === 'any' ? !is.startsWith('neither') : is === end
    if (!isEnded) broken.push(`order ${key} never came to an end: ${status}, ${pending} refunds`)
    if (!isRight) broken.push(`order ${key} must end with ${end}, has ${is} (status ${status})`)
  }
  return broken
}

/** Counts how often each situation occurred; a storm without them proves nothing. */
export async function countSituations(context: Context): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from payment) as payments,
      (select count(*)::int from payment where captured_minor > 0) as captured,
      (select count(*)::int from orders where status = 1) as ticketed,
      (select count(*)::int from orders where status = 4) as "timedOut",
      (select count(*)::int from payment where state = 'declined') as declined,
      (select count(*)::int from refund where reason = 'late') as late,
      (select count(*)::int from refund where reason = 'duplicate') as duplicate,
      (select count(*)::int from refund where reason = 'mismatch') as mismatch,
      (select count(*)::int from refund where reason = 'underpaid') as underpaid,
      (select count(*)::int from refund where reason = 'surplus') as surplus,
      (select count(*)::int from payment_log where kind = 'contradiction') as contradictions
  `.execute(context.db)
  return rows[0] ?? {}
}
