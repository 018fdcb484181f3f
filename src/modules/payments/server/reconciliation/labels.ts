import type { Locale } from '#kernel/locale.ts'
import { csvFile } from '#platform/csv.ts'
import en from '../../messages/en.json' with { type: 'json' }
import ka from '../../messages/ka.json' with { type: 'json' }
import type { DifferenceKind, ReconciliationView } from '../../reconciliation-contract.ts'

const texts = { ka, en }

/** Text keys of a kind of difference and of its recommended action. */
const keys = {
  'missing-here': ['kindMissingHere', 'doMissingHere'],
  'missing-there': ['kindMissingThere', 'doMissingThere'],
  amount: ['kindAmount', 'doAmount'],
  currency: ['kindCurrency', 'doCurrency'],
  state: ['kindState', 'doState'],
  refund: ['kindRefund', 'doRefund'],
} as const satisfies Record<DifferenceKind, readonly [string, string]>

/** The differences of a day as a table for a spreadsheet, after the providers that were not compared in full. */
export function differencesFile(
  locale: Locale,
  { day, providers, differences }: ReconciliationView,
): string {
  const t = texts[locale]
  const heading = ['day', 'provider', t.kind, t.externalId, t.paymentId, t.ours, t.theirs, t.toDo]
  const rows = differences.map((each) => {
    const [kind, toDo] = keys[each.kind]
    return [
      day,
      each.name,
      t[kind],
      each.externalId,
      each.paymentId,
      each.ours,
      each.theirs,
      t[toDo],
    ]
  })
  const gaps = providers.flatMap(({ name, state, isWholeDay }) => {
    const isGap = state === 'never' || state === 'unanswered' || state === 'one-by-one'
    if (isGap) return [[day, name, t[state], '', '', '', '', '']]
    return isWholeDay ? [] : [[day, name, t.notWhole, '', '', '', '', '']]
  })
  return csvFile([heading, ...gaps, ...rows])
}
