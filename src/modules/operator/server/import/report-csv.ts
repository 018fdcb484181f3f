import type { Locale } from '#kernel/locale.ts'
import { csvFile } from '#platform/csv.ts'
import { describeProblem } from '../labels.ts'
import type { ItemReport } from './plan.ts'

const headings: Readonly<Record<Locale, readonly string[]>> = {
  ka: ['ფაილი', 'სტრიქონი', 'სვეტი', 'რა არის', 'გასაღები', 'შეცდომა'],
  en: ['file', 'row', 'column', 'kind', 'key', 'problem'],
}

/** All problems of an import, one per line. */
export function problemReport(
  locale: Locale,
  items: readonly Pick<ItemReport, 'kind' | 'key' | 'place' | 'problems'>[],
): string {
  const rows = items.flatMap((item) =>
    item.problems.map((problem) => [
      item.place.file,
      item.place.at,
      problem.column,
      item.kind,
      item.key,
      describeProblem(locale, problem),
    ]),
  )
  return csvFile([headings[locale], ...rows])
}
