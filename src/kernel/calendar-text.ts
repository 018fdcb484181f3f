/** Characters that some readers of calendar files treat as the end of a line; RFC 5545 defines only CR LF. */
const lineEnds = /\r\n|[\r\v\f\u0085\u2028\u2029]/g

/** Text that is safe in a calendar file once escaped: line breaks are LF, other control characters are removed. */
export function calendarText(text: string): string {
  return text.replaceAll(lineEnds, '\n').replaceAll(/(?![\n\t])\p{Cc}/gu, '')
}
