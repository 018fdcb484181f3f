/**
 * Goal: pages that prepare their client while rendering, such as the scanner, are rendered on the server. Method: the
 * client is made in Node, without a window.
 */
import { expect, test } from 'vitest'
import { browserClient } from '../data/browser-calls.ts'

test('a client can be prepared where there is no window', () => {
  expect('window' in globalThis).toBe(false)
  expect(browserClient('en')).toHaveProperty('send')
})
