import bwipjs from 'bwip-js/node'
import { invariant } from '#kernel/result.ts'

/** A QR code as one SVG path over a grid of `size` by `size` modules; the quiet zone is the page's to leave. */
export interface QrPath {
  readonly size: number
  readonly path: string
}

/** Making one costs milliseconds, and a phone at the door asks for the same one again and again. */
const cacheEntriesMax = 2_000
const kept = new Map<string, QrPath>()

/** Error correction M: a code still reads with a seventh of it scratched or under a reflection. */
export function qrPath(text: string): QrPath {
  const known = kept.get(text)
  if (known) return known
  const made = drawQr(text)
  // Rotating codes are not cached: they live for a quarter of a minute.
  if (text.startsWith('BLT2:')) return made
  if (kept.size >= cacheEntriesMax) kept.clear()
  kept.set(text, made)
  return made
}

function drawQr(text: string): QrPath {
  // oxlint-disable-next-line import/no-named-as-default-member -- the named export draws another symbology
  const [symbol] = bwipjs.raw('qrcode', text, 'eclevel=M')
  invariant(symbol && 'pixs' in symbol, 'a QR code is a matrix')
  const size = symbol.pixx
  let path = ''
  for (let row = 0; row < size; row += 1) {
    let column = 0
    while (column < size) {
      const from = column
      while (column < size && symbol.pixs[row * size + column] === 1) column += 1
      if (column > from) path += `M${from} ${row}h${column - from}v1h${from - column}z`
      else column += 1
    }
  }
  return { size, path }
}
