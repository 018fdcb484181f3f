import type { Locale } from '#kernel/locale.ts'
import { sheetOf, type Sheet } from '#platform/tables/cells.ts'
import { currencyKey, labelsOf, stateTexts, type Column } from '#platform/tables/column.ts'
import en from '../../messages/en.json' with { type: 'json' }
import ka from '../../messages/ka.json' with { type: 'json' }
import tablesEn from '../../messages/tables-en.json' with { type: 'json' }
import tablesKa from '../../messages/tables-ka.json' with { type: 'json' }
import type { DifferenceKind, ReconciliationView } from '../../reconciliation-contract.ts'
import type { PaymentState } from '../rules.ts'
import { readLine } from './compare.ts'

const label = labelsOf({ ...ka, ...tablesKa }, { ...en, ...tablesEn })

/** Text keys of a kind of difference and of its recommended action. */
const kinds = {
  'missing-here': 'kindMissingHere',
  'missing-there': 'kindMissingThere',
  amount: 'kindAmount',
  currency: 'kindCurrency',
  state: 'kindState',
  refund: 'kindRefund',
} as const satisfies Record<DifferenceKind, string>
const deeds = {
  'missing-here': 'doMissingHere',
  'missing-there': 'doMissingThere',
  amount: 'doAmount',
  currency: 'doCurrency',
  state: 'doState',
  refund: 'doRefund',
} as const satisfies Record<DifferenceKind, string>
const gaps = {
  never: 'never',
  unanswered: 'unanswered',
  'one-by-one': 'one-by-one',
  'not-whole': 'notWhole',
} as const
const states = {
  created: 'created',
  pending: 'pending',
  unknown: 'unknown',
  captured: 'captured',
  declined: 'declined',
  expired: 'expired',
  canceled: 'canceled',
  refunding: 'refunding',
  refunded: 'refunded',
} as const satisfies Record<PaymentState, string>

interface DifferenceRow {
  readonly name: string
  readonly kind: DifferenceKind | keyof typeof gaps
  readonly externalId: string | null
  readonly paymentId: string | null
  readonly ours: ReturnType<typeof readLine>
  readonly theirs: ReturnType<typeof readLine>
}

const columnsOf = (day: string): readonly Column<DifferenceRow>[] => [
  { kind: 'day', key: 'day', label: label('day'), of: () => day },
  { kind: 'text', key: 'provider', label: label('provider'), of: ({ name }) => name },
  {
    kind: 'state',
    key: 'kind',
    label: label('kind'),
    texts: { ...stateTexts(kinds, label), ...stateTexts(gaps, label) },
    of: ({ kind }) => kind,
  },
  { kind: 'text', key: 'externalId', label: label('externalId'), of: (row) => row.externalId },
  { kind: 'text', key: 'paymentId', label: label('paymentId'), of: (row) => row.paymentId },
  {
    kind: 'money',
    key: 'oursTaken',
    label: label('oursTaken'),
    currency: 'each',
    of: ({ ours }) => ours?.taken,
  },
  {
    kind: 'money',
    key: 'oursReturned',
    label: label('oursReturned'),
    currency: { in: currencyKey('oursTaken') },
    of: ({ ours }) => ours?.returned,
  },
  {
    kind: 'state',
    key: 'oursState',
    label: label('oursState'),
    texts: stateTexts(states, label),
    of: ({ ours }) => ours?.state,
  },
  {
    kind: 'money',
    key: 'theirsTaken',
    label: label('theirsTaken'),
    currency: 'each',
    of: ({ theirs }) => theirs?.taken,
  },
  {
    kind: 'money',
    key: 'theirsReturned',
    label: label('theirsReturned'),
    currency: { in: currencyKey('theirsTaken') },
    of: ({ theirs }) => theirs?.returned,
  },
  {
    kind: 'state',
    key: 'toDo',
    label: label('toDo'),
    texts: stateTexts(deeds, label),
    of: ({ kind }) => (kind in deeds ? kind : null),
  },
]

/** The differences of a day as a table, after the providers that were not compared in full. */
export function sheetOfDifferences(
  locale: Locale,
  { day, providers, differences }: ReconciliationView,
): Sheet {
  const nothing = { externalId: null, paymentId: null, ours: null, theirs: null }
  const notCompared = providers.flatMap(({ name, state, isWholeDay }): DifferenceRow[] => {
    const isGap = state === 'never' || state === 'unanswered' || state === 'one-by-one'
    if (isGap) return [{ ...nothing, name, kind: state }]
    return isWholeDay ? [] : [{ ...nothing, name, kind: 'not-whole' }]
  })
  const rows = differences.map(({ name, kind, externalId, paymentId, ours, theirs }) => ({
    name,
    kind,
    externalId,
    paymentId,
    ours: readLine(ours),
    theirs: readLine(theirs),
  }))
  return sheetOf(locale, {
    name: label('differences'),
    columns: columnsOf(day),
    rows: [...notCompared, ...rows],
  })
}
