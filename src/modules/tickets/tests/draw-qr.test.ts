/** Goal: what the phone draws is what a scanner reads. Method: draw a rotating code, fill in its pixels, decode them. */
import { generateKeyPairSync } from 'node:crypto'
import { decodeQR } from 'qr/decode.js'
import { expect, test } from 'vitest'
import { parseRotating, rotatingText } from '../rotating-code.ts'
import { signCode } from '../server/code.ts'
import { drawQr } from '../web/draw-qr.ts'

const scale = 6
const quiet = 4

test('a drawn rotating code is read back as its text, slot by slot another', async () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const claim = { ticketId: 812, offeringId: 31, issueNumber: 2 }
  const plain = signCode({ id: 1, privateKey }, claim)
  const texts = [100, 101].map((slot) => rotatingText(plain, new Uint8Array(32).fill(7), slot))
  const [first, second] = await Promise.all(texts)
  expect(first).not.toBe(second)
  for (const text of [first, second]) {
    const { size, path } = drawQr(text ?? '')
    expect(size).toBe(41)
    expect(decodeQR(pixelsOf(size, path))).toBe(text)
  }
  expect(parseRotating(first ?? '')).toMatchObject({ slot: 100, code: { claim } })
})

function pixelsOf(size: number, path: string) {
  const side = (size + 2 * quiet) * scale
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1/g))
    for (let at = 0; at < scale * scale; at += 1) {
      const column = (Number(x) + quiet) * scale + (at % scale)
      const row = (Number(y) + quiet) * scale + Math.floor(at / scale)
      data.set([0, 0, 0], (row * side + column) * 4)
    }
  return { width: side, height: side, data }
}
