import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, invariant, ok, type Result } from '#kernel/result.ts'
import { readDirectory } from '#modules/catalogue/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import type { TerminalView } from '../terminals-contract.ts'

interface Terminal {
  readonly key: string
  /** As its service knows it; what a cashier typed is never sent there. */
  readonly number: string
}

/** A terminal's number without separators, in capitals, and without leading zeros of its parts. */
export function terminalKeyOf(written: string): string {
  return written
    .normalize('NFKC')
    .toUpperCase()
    .replace(/(?<!\p{Nd})0+(?=\p{Nd})/gu, '')
    .replace(/[^\p{L}\p{Nd}]/gu, '')
}

export const isTerminalNamed = (written: string): boolean => terminalKeyOf(written) !== ''

/** A terminal of this organiser, which keeps it until the transaction ends; undefined for others and unknown ones. */
export async function lockOwnTerminal(
  context: Context,
  merchantId: number,
  written: string,
): Promise<Terminal | undefined> {
  invariant(context.db.isTransaction, 'locking a terminal requires a transaction')
  return context.db
    .selectFrom('card_terminal')
    .select(['key', 'number'])
    .where('key', '=', terminalKeyOf(written))
    .where('merchant_id', '=', merchantId)
    .forShare()
    .executeTakeFirst()
}

/** Whether the terminal of an open shift is reserved for it and still belongs to its organiser. */
export async function holdsTerminal(
  context: Context,
  shift: { readonly id: string; readonly merchantId: number },
): Promise<boolean> {
  invariant(context.db.isTransaction, 'locking a terminal requires a transaction')
  const { rows } = await sql`
    select 1 from card_terminal t join counter_shift s on s.terminal_key = t.key and s.terminal = t.number
    where s.id = ${shift.id} and t.merchant_id = ${shift.merchantId} for share of t`.execute(
    context.db,
  )
  return rows.length > 0
}

const inUse = sql<boolean>`exists (select 1 from counter_shift s
  where s.terminal_key = card_terminal.key and s.closed_at is null)`

/** Terminals of an organiser, for the form of a new shift. */
export async function listOwnTerminals(
  context: Context,
  merchantId: number,
): Promise<{ readonly number: string; readonly isInUse: boolean }[]> {
  return context.db
    .selectFrom('card_terminal')
    .select(['number', inUse.as('isInUse')])
    .where('merchant_id', '=', merchantId)
    .orderBy('key')
    .execute()
}

/** All terminals, with the organisers that can be given one. */
export async function listTerminals(
  context: Context,
): Promise<{ terminals: TerminalView[]; merchants: { merchantId: number; name: string }[] }> {
  const { merchants } = await readDirectory(context)
  const names = new Map(merchants.map(({ id, name }) => [id, name[context.locale]]))
  const rows = await context.db
    .selectFrom('card_terminal')
    .select(['number', 'merchant_id', inUse.as('isInUse')])
    .orderBy('key')
    .execute()
  return {
    terminals: rows.map(({ number, merchant_id: merchantId, isInUse }) => ({
      number,
      merchantId,
      merchantName: names.get(merchantId) ?? '',
      isInUse,
    })),
    merchants: [...names].map(([merchantId, name]) => ({ merchantId, name })),
  }
}

/** Gives a terminal to an organiser; one that another organiser has must be taken back before. */
export async function giveTerminal(
  context: Context,
  { number: written, merchantId }: { readonly number: string; readonly merchantId: number },
): Promise<Result<null, ErrorCode>> {
  const key = terminalKeyOf(written)
  const number = written.trim()
  const { merchants } = await readDirectory(context)
  if (key === '' || !merchants.some(({ id }) => id === merchantId)) return fail('NotFound')
  return inTransaction<Result<null, ErrorCode>>(context, async (inside) => {
    const { numInsertedOrUpdatedRows: made } = await inside.db
      .insertInto('card_terminal')
      .values({ key, number, merchant_id: merchantId, given_at: inside.clock.now() })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst()
    if (made !== 1n) {
      const known = await inside.db
        .selectFrom('card_terminal')
        .select(['merchant_id', 'number'])
        .where('key', '=', key)
        .executeTakeFirst()
      return known?.merchant_id === merchantId && known.number === number
        ? ok(null)
        : fail('TerminalGiven')
    }
    await logOperatorAction(inside, {
      action: 'box-office.give-terminal',
      subject: `merchant ${merchantId}`,
      detail: { number },
    })
    return ok(null)
  })
}

/** Takes a terminal back, once no open shift uses it. */
export async function takeTerminalBack(
  context: Context,
  written: string,
): Promise<Result<null, ErrorCode>> {
  const key = terminalKeyOf(written)
  return inTransaction<Result<null, ErrorCode>>(context, async (inside) => {
    // A shift that is being opened holds the row; the next statement sees it.
    const terminal = await inside.db
      .selectFrom('card_terminal')
      .select(['number', 'merchant_id'])
      .where('key', '=', key)
      .forUpdate()
      .executeTakeFirst()
    if (!terminal) return ok(null)
    const { rows } = await sql`
      select 1 from counter_shift where terminal_key = ${key} and closed_at is null`.execute(
      inside.db,
    )
    if (rows.length > 0) return fail('TerminalInUse')
    await inside.db.deleteFrom('card_terminal').where('key', '=', key).execute()
    await logOperatorAction(inside, {
      action: 'box-office.take-terminal',
      subject: `merchant ${terminal.merchant_id}`,
      detail: { number: terminal.number },
    })
    return ok(null)
  })
}
