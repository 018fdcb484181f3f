/**
 * A text as a spreadsheet may show it: one that it would run as a formula is prefixed with an apostrophe (including the
 * full-width characters that East Asian spreadsheets accept), so hostile imported text stays inert in reports.
 */
export function inertText(text: string): string {
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
}

/** Quotes a cell. */
export function csvCell(value: string | number | null): string {
  const safe = typeof value === 'string' ? inertText(value) : String(value ?? '')
  return `"${safe.replaceAll('"', '""')}"`
}

/** Rows as a CSV file with a byte order mark, so that spreadsheets read its Georgian letters correctly. */
export function csvFile(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
}
