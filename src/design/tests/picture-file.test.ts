/** Goal: a picture that would be refused is not sent. Method: the check, on files of different types and sizes. */
import { expect, test } from 'vitest'
import { isPictureFile } from '../forms/picture-file.ts'

test.each([
  ['image/jpeg', 5_000_000, true],
  ['image/webp', 1, true],
  ['image/png', 5_000_001, false],
  ['image/gif', 10, false],
  ['application/pdf', 10, false],
  ['', 10, false],
])('%s of %i bytes: %s', (type, size, isAccepted) => {
  expect(isPictureFile({ type, size })).toBe(isAccepted)
})
