/** Recorded series of rehearsals as a Markdown document: a summary and a table with a row for each seed. */
import type { RecordedSeries, SeriesResult } from './series.ts'

interface Column {
  readonly title: string
  readonly cell: (result: SeriesResult) => string
  readonly total: (results: readonly SeriesResult[]) => string
}

const columns: readonly Column[] = [
  { title: 'Seed', cell: ({ seed }) => String(seed), total: () => 'all' },
  summed('Kills', ({ failures }) => failures),
  summed('Acknowledged sales', ({ bought }) => bought),
  summed('Sold twice', ({ soldTwice }) => soldTwice),
  summed('Lost', ({ salesLost }) => salesLost),
  summed('Captured without ticket or refund', ({ keptWithout }) => keptWithout),
  summed('Books', ({ books }) => books, booksInWords),
  summed('Other violations', otherViolations),
  {
    title: 'Slowest return',
    cell: ({ slowest }) => secondsInWords(slowest),
    total: (results) => secondsInWords(Math.max(0, ...results.map(({ slowest }) => slowest))),
  },
]

const introduction = `# Series of rehearsals

Written by \`npm run rehearse:table\` from the results of \`npm run soak -- rehearsal\` ([how a series is run](README.md)).

Each seed is one simulated sale in which servers, the worker, the database, the bank and the links between them are killed or cut.
Acknowledged sales are those that a buyer was told of; lost are those of them that are gone afterwards. The books are equal if the
ledger is at zero and agrees with the bank, payment by payment. The slowest return is the longest time until something that was
killed worked again.`

/**
 * The document of one or more series.
 *
 * @param note what the figures were measured on, for example the commit and the machine
 */
export function documentOf(series: readonly RecordedSeries[], note: string | null): string {
  const paragraphs = [introduction, ...(note === null ? [] : [note]), ...series.map(sectionOf)]
  return `${paragraphs.join('\n\n')}\n`
}

function sectionOf({ plan, results }: RecordedSeries): string {
  const ordered = results.toSorted((left, right) => left.seed - right.seed)
  const broken = ordered.filter((result) => result.broken.length > 0)
  const minutes = Math.round(ordered.reduce((sum, { seconds }) => sum + seconds, 0) / 60)
  const rows = [
    columns.map(({ title }) => title),
    columns.map(() => '---:'),
    ...ordered.map((result) => columns.map(({ cell }) => cell(result))),
    columns.map(({ total }) => `**${total(ordered)}**`),
  ]
  return [
    `## Seeds ${plan.first} to ${plan.first + plan.seeds - 1}, ${plan.kills} kills each`,
    `${ordered.length} of ${plan.seeds} seeds were run, in ${minutes} minutes; ${ordered.length - broken.length} without a violation.`,
    rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
    ...(broken.length > 0
      ? [broken.map((result) => `- ${result.seed}: ${result.broken.join('; ')}`).join('\n')]
      : []),
  ].join('\n\n')
}

function summed(
  title: string,
  valueOf: (result: SeriesResult) => number,
  inWords: (value: number) => string = String,
): Column {
  return {
    title,
    cell: (result) => inWords(valueOf(result)),
    total: (results) => inWords(results.reduce((sum, result) => sum + valueOf(result), 0)),
  }
}

/** Violations without a column of their own: holds, admission, fairness, slow recoveries. */
function otherViolations(result: SeriesResult): number {
  const { broken, soldTwice, salesLost, keptWithout, books } = result
  return broken.length - soldTwice - salesLost - keptWithout - books
}

function booksInWords(differences: number): string {
  return differences === 0 ? 'equal' : `${differences} differences`
}

function secondsInWords(seconds: number): string {
  return `${seconds.toFixed(1)} s`
}
