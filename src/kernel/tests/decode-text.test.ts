/** Goal: files are read in the encodings in which spreadsheet programs save them, and others are recognised. */
import { expect, test } from 'vitest'
import { decodeText, textOfFile } from '../decode-text.ts'

const text = 'show;name\nდაისი;Ω “quoted”'
const littleEndian = Buffer.from(text, 'utf16le')

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
  ['UTF-16, low byte first', Buffer.concat([Buffer.from([0xff, 0xfe]), littleEndian])],
  [
    'UTF-16, high byte first',
    Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(littleEndian).swap16()]),
  ],
])('reads %s', async (_, bytes) => {
  expect(decodeText(bytes)).toBe(text)
  expect(await textOfFile(new Blob([bytes]))).toBe(text)
})

test('bytes of another encoding are marked', () => {
  // „Опера“ in Windows-1251.
  expect(decodeText(Uint8Array.of(0xce, 0xef, 0xe5, 0xf0, 0xe0))).toContain('\uFFFD')
  expect(decodeText(new Uint8Array())).toBe('')
})
