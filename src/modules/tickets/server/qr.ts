import { createRequire } from 'node:module'
import type * as bwip from 'bwip-js/node'
import { invariant } from '#kernel/result.ts'

import type { CodeKind } from './ticket-source.ts'

/** A QR or Aztec code as one SVG path over a grid of `size` by `size` modules; the page adds the quiet zone. */
export interface QrPath {
  readonly size: number
  readonly path: string
}

/** Cached, because drawing takes milliseconds and phones at the entrance request the same code repeatedly. */
const cacheEntriesMax = 2_000
const kept = new Map<string, QrPath>()

/** Loaded with the first code, in 40 ms: 2 MB of source that many processes never need. */
let library: Pick<typeof bwip, 'raw'> | undefined
const require = createRequire(import.meta.url)

/** Error correction M: a code stays readable with a seventh of it damaged or reflecting. */
export function qrPath(text: string, kind: CodeKind = 'qr'): QrPath {
  const key = `${kind} ${text}`
  const known = kept.get(key)
  if (known) return known
  const made = drawMatrix(text, kind)
  // Rotating codes are not cached: they are valid for 15 seconds.
  if (text.startsWith('BLT2:')) return made
  if (kept.size >= cacheEntriesMax) kept.clear()
  kept.set(key, made)
  return made
}

function drawMatrix(text: string, kind: CodeKind): QrPath {
  library ??= require('bwip-js/node') as typeof bwip
  const [symbol] =
    kind === 'aztec'
      ? library.raw('azteccode', text, 'eclevel=23')
      : library.raw('qrcode', text, 'eclevel=M')
  invariant(symbol && 'pixs' in symbol, 'a code is a matrix')
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
