/** Signs that one reader of calendar files or another takes for the end of a line; RFC 5545 knows only CR LF. */
const lineEnds = /\r\n|[\r\v\f\u0085\u2028\u2029]/g

/** A text that may stand in a calendar file once it is escaped: its line breaks are LF, other controls are gone. */
export function calendarText(text: string): string {
  return text.replaceAll(lineEnds, '\n').replaceAll(/(?![\n\t])\p{Cc}/gu, '')
}
