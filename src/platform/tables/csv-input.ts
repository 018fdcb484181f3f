/** How tables are written by spreadsheet programs: what every reader of CSV must expect. */
import type { Options } from 'csv-parse'

const delimiters = [',', ';', '\t'] as const

/**
 * Options of `csv-parse` for a table.
 * | @param head its beginning, at least the first line (the second as well, if the first is `sep=;`)
 */
export function csvOptions(head: string) {
  const separator = separatorLine(head)
  return {
    bom: true,
    delimiter: separator?.delimiter ?? delimiterOf(head),
    from_line: separator ? 2 : 1,
    // Rows may end with line feeds and with both signs in one file.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Cells may contain quotes: `ოპერა "დაისი"` is valid.
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
  } satisfies Options
}

/** The line by which Excel is told a delimiter: `sep=;`, also in quotes. */
function separatorLine(head: string): { readonly delimiter: string } | null {
  const match = /^\uFEFF?"?sep=(?<sign>[,;\t|])"?[,;\t|]*(?:\r?\n|\r|$)/i.exec(head)
  return match?.groups ? { delimiter: match.groups['sign'] ?? ',' } : null
}

/** The most frequent delimiter outside quotes in the first line. */
function delimiterOf(head: string): string {
  const line = (/^[^\r\n]*/.exec(head)?.[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const count = (sign: string) => line.split(sign).length
  return delimiters.toSorted((left, right) => count(right) - count(left))[0] ?? ','
}

/** A heading without the differences of writing: letter case, blanks, hyphens, underscores. */
export function normalizeHeading(heading: string): string {
  return heading
    .replaceAll(/[\u200B-\u200F\u2060\uFEFF]/g, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
}
