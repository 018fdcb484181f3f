import { dayKey, formatTime } from '#kernel/format.ts'
import type { Locale } from '#kernel/locale.ts'
import type { OrderPorts } from '#modules/orders/server/public-api.ts'
import { listEntries } from '#modules/wallet/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { csvFile } from '#platform/csv.ts'
import { merchantAccount } from './commission.ts'
import { entryKindOf } from './present.ts'
import { readStatedOrders } from './statement-items.ts'
import { cutBefore, cutOf, paidIn, type Statement } from './statements.ts'
import { statementTexts } from './statement-texts.ts'

const entriesMax = 500_000

/**
 * Every entry of a statement with what it was for and the running balance. Amounts in lari, with a decimal point; times of Georgia, like the
 * days of the statement.
 */
export async function statementCsv(
  context: Context,
  sources: OrderPorts['sources'],
  { statement, locale }: { readonly statement: Statement; readonly locale: Locale },
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
  const orders = await readStatedOrders(context, sources, {
    merchantId: statement.merchantId,
    keys: entries.map(({ reference }) => reference).filter(isKey),
    locale,
  })
  let balanceMinor = statement.openingMinor
  const rows = entries.map(({ at, kind, reference, amountMinor }) => {
    balanceMinor -= amountMinor
    const order = orders.get(reference)
    return [
      `${dayKey(at)} ${formatTime(at)}`,
      t.kinds[entryKindOf(kind)],
      order?.orderNumber ?? reference,
      order?.items ?? '',
      order?.dates ?? '',
      (0 - amountMinor) / 100,
      balanceMinor / 100,
    ]
  })
  return csvFile([
    [t.date, t.entry, t.reference, t.item, t.itemDate, t.amount, t.balance],
    ['', t.opening, '', '', '', '', statement.openingMinor / 100],
    ...rows,
    ['', t.closing, '', '', '', '', statement.closingMinor / 100],
  ])
}

const uuidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Whether a reference may be the key of an order: payouts have others. */
function isKey(reference: string): boolean {
  return uuidForm.test(reference)
}
