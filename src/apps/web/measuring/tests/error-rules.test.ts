/** Goal: errors are sampled and dropped as the specification says. Method: its own list, read from where it is in words. */
import { expect, test } from 'vitest'
import { isDropped, isRedirect, sampling } from '../error-rules.ts'

const listed = [
  'contentWindow.document',
  'Timeout',
  'elementFromPoint',
  'contentDocument',
  'promise rejection captured',
  'NetworkError',
  'Network Error',
  'XHR Error',
  'adsbygoogle',
  'Failed to fetch',
  'Request aborted',
  'AbortError',
  'parentNode.removeChild',
  'assign to readonly',
  'operation is insecure',
]

test('a message that contains any of the listed texts is dropped, any other is sent', () => {
  for (const text of listed) expect(isDropped([`It said: ${text} (somewhere)`]), text).toBe(true)
  expect(isDropped(['Cannot read properties of undefined', undefined])).toBe(false)
  expect(isDropped([undefined, 'AbortError'])).toBe(true)
})

test('a redirect is no error', () => {
  expect(isRedirect(new Response(null, { status: 302 }))).toBe(true)
  expect(isRedirect(new Response(null, { status: 404 }))).toBe(false)
  expect(isRedirect({ digest: 'NEXT_REDIRECT;/en' })).toBe(true)
  expect(isRedirect(new Error('Redirected'))).toBe(false)
})

test('one page in ten is timed, one visit in a hundred recorded, one in ten with its error', () => {
  expect(sampling).toEqual({
    tracesSampleRate: 0.1,
    replaysSessionSampleRate: 0.01,
    replaysOnErrorSampleRate: 0.1,
  })
})
