/** Signs that one reader of calendar files or another takes for the end of a line; RFC 5545 knows only CR LF. */
const lineEnds = /\r\n|[\r\v\f\u0085\u2028\u2029]/g

/** Text that is safe in a calendar file once escaped: line breaks are LF, other control characters are removed. */
export function calendarText(text: string): string {
  return text.replaceAll(lineEnds, '\n').replaceAll(/(?![\n\t])\p{Cc}/gu, '')
}
