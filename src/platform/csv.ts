/**
 * A cell as every spreadsheet reads it: quoted, and one that a spreadsheet would run as a formula begins with an
 * apostrophe (also in the full width that spreadsheets of East Asia take for the same), so that what came in with a hostile file does nothing in the report of it.
 */
export function csvCell(value: string | number | null): string {
  const text = String(value ?? '')
  const safe =
    typeof value === 'string' && /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** Rows as a CSV file that opens in a spreadsheet with its Georgian letters whole. */
export function csvFile(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
}
