import type { Locale } from '#kernel/locale.ts'
import { sheetOf, type Sheet } from '#platform/tables/cells.ts'
import { stateTexts, type Column } from '#platform/tables/column.ts'
import { describeProblem } from '../labels.ts'
import type { ItemReport } from './plan.ts'
import { columns as fileColumns, type Problem } from './record.ts'
import { tableLabel as label } from './state-words.ts'

type Reported = Pick<ItemReport, 'kind' | 'key' | 'place' | 'problems'>
interface ProblemRow extends Reported {
  readonly problem: Problem
}

const kinds = stateTexts(
  { show: 'kind-show', event: 'kind-event', price: 'kind-price', file: 'kind-file' },
  label,
)

const columnsOf = (locale: Locale): readonly Column<ProblemRow>[] => [
  { kind: 'text', key: 'file', label: label('file'), of: ({ place }) => place.file },
  { kind: 'text', key: 'at', label: label('line'), of: ({ place }) => place.at },
  {
    kind: 'text',
    key: 'column',
    label: label('column'),
    of: ({ problem }) => headingOf(problem.column, locale),
  },
  { kind: 'state', key: 'kind', label: label('kind'), texts: kinds, of: ({ kind }) => kind },
  { kind: 'text', key: 'key', label: label('key'), of: ({ key }) => key },
  {
    kind: 'text',
    key: 'problem',
    label: label('problem'),
    of: ({ problem }) => describeProblem(locale, problem),
  },
]

/** A column as files in the reader's language head it. */
function headingOf(column: string | null, locale: Locale): string | null {
  if (column === null || locale !== 'ka' || !Object.hasOwn(fileColumns, column)) return column
  return fileColumns[column as keyof typeof fileColumns]
}

/** All problems of an import, one per line. */
export function sheetOfProblems(locale: Locale, items: readonly Reported[]): Sheet {
  const rows = items.flatMap((item) => item.problems.map((problem) => ({ ...item, problem })))
  return sheetOf(locale, { name: label('problems'), columns: columnsOf(locale), rows })
}
