/** Goal: names are broken at their spaces only. Method: names of stations. */
import { expect, test } from 'vitest'
import { unbrokenName } from '../unbroken.ts'

test('a hyphen keeps the parts of a name on one line', () => {
  expect(unbrokenName('Batumi-Central')).toBe('Batumi-\u2060Central')
  expect(unbrokenName('Rustavi Central')).toBe('Rustavi Central')
})
