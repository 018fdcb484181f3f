/** Goal: a carrier's codes are Aztec where its devices want them. Method: the finder of the drawn symbol. */
import { expect, test } from 'vitest'
import { qrPath } from '../server/qr.ts'

/** Dark modules of a path as text, row by row. */
function gridOf({ size, path }: { readonly size: number; readonly path: string }): string[][] {
  const grid = Array.from({ length: size }, () => Array.from({ length: size }, () => ' '))
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let column = Number(x); column < Number(x) + Number(width); column += 1) {
      const row = grid[Number(y)]
      if (row) row[column] = '#'
    }
  return grid
}

test('an Aztec code has its rings in the middle, a QR code its square in the corner', () => {
  const text = `BLT1:${'ABCDEFGHJK23456789'.repeat(6)}`
  const aztec = gridOf(qrPath(text, 'aztec'))
  const middle = (aztec.length - 1) / 2
  const outwards = [0, 1, 2, 3, 4].map((step) => aztec[middle]?.[middle + step])
  expect(outwards).toEqual(['#', ' ', '#', ' ', '#'])
  const qr = gridOf(qrPath(text))
  expect(qr[0]?.slice(0, 8).join('')).toBe('####### ')
})
