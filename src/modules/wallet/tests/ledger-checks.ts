import { sql } from 'kysely'
import type { Context } from '#platform/context.ts'

/** Invariants of the ledger while no write is under way; each returned row is a violation. */
export async function ledgerViolations(context: Context): Promise<unknown[]> {
  const { rows } = await sql`
    select 'a currency does not sum to zero' as violation, a.currency as what
      from ledger_posting p join ledger_account a on a.id = p.account_id
      group by a.currency having sum(p.amount_minor) <> 0
    union all
    select 'a balance is not the sum of its postings', a.code
      from ledger_balance b join ledger_account a on a.id = b.account_id
      where b.posted_minor <> coalesce(
        (select sum(p.amount_minor) from ledger_posting p where p.account_id = b.account_id), 0)
    union all
    select 'the held amount is not the sum of the pending holds', a.code
      from ledger_balance b join ledger_account a on a.id = b.account_id
      where b.held_minor <> coalesce((select sum(h.amount_minor) from ledger_hold h
        where h.account_id = b.account_id and h.state = 'pending'), 0)
    union all
    select 'the last movement does not have the balance', a.code
      from ledger_balance b join ledger_account a on a.id = b.account_id
      where b.movement_count > 0 and b.posted_minor is distinct from (select m.balance_minor
        from ledger_movement m where m.account_id = b.account_id and m.number = b.movement_count)
    union all
    select 'movements have gaps', a.code
      from ledger_balance b join ledger_account a on a.id = b.account_id
      where b.movement_count <>
        (select count(*) from ledger_movement m where m.account_id = b.account_id)
    union all
    select 'a customer owes the platform', a.code
      from ledger_balance b join ledger_account a on a.id = b.account_id
      where b.posted_minor + b.held_minor > 0
  `.execute(context.db)
  return rows
}
