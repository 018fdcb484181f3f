import type { Locale } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import type { OrderPorts } from '#modules/orders/server/public-api.ts'
import { listEntries } from '#modules/wallet/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { sheetOf, type Sheet } from '#platform/tables/cells.ts'
import { labelsOf, stateTexts, type Column } from '#platform/tables/column.ts'
import en from '../messages/en.json' with { type: 'json' }
import ka from '../messages/ka.json' with { type: 'json' }
import type { EntryKind } from '../shapes.ts'
import { merchantAccount } from './commission.ts'
import { entryKindOf } from './present.ts'
import { readStatedOrders, type StatedOrder } from './statement-items.ts'
import { entryKindKeys } from './statement-texts.ts'
import { cutBefore, cutOf, paidIn, type Statement } from './statements.ts'

const entriesMax = 500_000
const label = labelsOf(ka, en)
const rowTexts = {
  ...stateTexts<EntryKind, (typeof entryKindKeys)[EntryKind]>(entryKindKeys, label),
  opening: label('opening'),
  closing: label('closing'),
}

interface StatementRow {
  readonly kind: keyof typeof rowTexts
  readonly at: Date | null
  readonly reference: string
  readonly order: StatedOrder | undefined
  /** Null for the two balances. */
  readonly amountMinor: number | null
  readonly balanceMinor: number
}

const columns: readonly Column<StatementRow>[] = [
  {
    kind: 'moment',
    key: 'at',
    label: label('columnDate'),
    zone: 'tbilisi',
    of: ({ at }) => at,
  },
  {
    kind: 'state',
    key: 'entry',
    label: label('columnEntry'),
    texts: rowTexts,
    of: (row) => row.kind,
  },
  {
    kind: 'text',
    key: 'reference',
    label: label('columnReference'),
    of: ({ order, reference }) => order?.orderNumber ?? reference,
  },
  { kind: 'text', key: 'item', label: label('columnItem'), of: ({ order }) => order?.items },
  {
    kind: 'moment',
    key: 'itemDate',
    label: label('columnItemDate'),
    zone: 'each',
    of: ({ order }) => order?.startsAt,
  },
  {
    kind: 'money',
    key: 'amount',
    label: label('columnAmount'),
    currency: paidIn,
    of: ({ amountMinor }) => (amountMinor === null ? null : money(amountMinor, paidIn)),
  },
  {
    kind: 'money',
    key: 'balance',
    label: label('columnBalance'),
    currency: paidIn,
    of: ({ balanceMinor }) => money(balanceMinor, paidIn),
  },
]

/** Every entry of a statement with what it was for and the running balance; times of Georgia, like the days of the statement. */
export async function statementSheet(
  context: Context,
  sources: OrderPorts['sources'],
  { statement, locale }: { readonly statement: Statement; readonly locale: Locale },
): Promise<Sheet> {
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
  const rows = entries.map(({ at, kind, reference, amountMinor }): StatementRow => {
    balanceMinor -= amountMinor
    return {
      kind: entryKindOf(kind),
      at,
      reference,
      order: orders.get(reference),
      amountMinor: 0 - amountMinor,
      balanceMinor,
    }
  })
  const balance = { at: null, reference: '', order: undefined, amountMinor: null }
  const { number, openingMinor, closingMinor } = statement
  return sheetOf(locale, {
    name: { ka: String(number), en: String(number) },
    columns,
    rows: [
      { ...balance, kind: 'opening', balanceMinor: openingMinor },
      ...rows,
      { ...balance, kind: 'closing', balanceMinor: closingMinor },
    ],
  })
}

const uuidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Whether a reference may be the key of an order: payouts have others. */
function isKey(reference: string): boolean {
  return uuidForm.test(reference)
}
