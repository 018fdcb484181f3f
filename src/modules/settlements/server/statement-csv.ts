import { dayKey, formatTime } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import { listEntries } from '#modules/wallet/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { csvFile } from '#platform/csv.ts'
import { merchantAccount } from './commission.ts'
import { entryKindOf } from './present.ts'
import { cutBefore, cutOf, paidIn, type Statement } from './statements.ts'
import { statementTexts } from './statement-texts.ts'

const entriesMax = 500_000

/**
 * Every entry of a statement with the running balance. Amounts in lari, with a decimal point; times of Georgia, like the
 * days of the statement.
 */
export async function statementCsv(
  context: Context,
  statement: Statement,
  locale: Locale,
): Promise<string> {
  const t = statementTexts(locale)
  const entries = await listEntries(
    context,
    {
      account: merchantAccount(statement.merchantId),
      currency: paidIn,
      from: await cutBefore(context, statement),
      until: cutOf(statement),
    },
    entriesMax,
  )
  const numbers = await orderNumbersOf(
    context,
    entries.map(({ reference }) => reference),
  )
  let balanceMinor = statement.openingMinor
  const rows = entries.map(({ at, kind, reference, amountMinor }) => {
    balanceMinor -= amountMinor
    const shown = numbers.get(reference) ?? reference
    return [
      `${dayKey(at)} ${formatTime(at)}`,
      t.kinds[entryKindOf(kind)],
      shown,
      (0 - amountMinor) / 100,
      balanceMinor / 100,
    ]
  })
  return csvFile([
    [t.date, t.entry, t.reference, t.amount, t.balance],
    ['', t.opening, '', '', statement.openingMinor / 100],
    ...rows,
    ['', t.closing, '', '', statement.closingMinor / 100],
  ])
}

/** Order numbers by order key; keys grant access to orders and must not be shown. */
async function orderNumbersOf(
  context: Context,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await context.db
    .selectFrom('order_summary')
    .select(['order_key', 'order_number'])
    .where('order_key', 'in', [...new Set(keys)])
    .execute()
  return new Map(rows.map((row) => [row.order_key ?? '', row.order_number ?? '']))
}
