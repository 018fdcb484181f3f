/** Goal: errors are sampled and dropped as specified. Method: the list in the specification's text. */
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

test('drops messages that contain a listed text, and sends others', () => {
  for (const text of listed) expect(isDropped([`It said: ${text} (somewhere)`]), text).toBe(true)
  expect(isDropped(['Cannot read properties of undefined', undefined])).toBe(false)
  expect(isDropped([undefined, 'AbortError'])).toBe(true)
})

test('recognises redirects', () => {
  expect(isRedirect(new Response(null, { status: 302 }))).toBe(true)
  expect(isRedirect(new Response(null, { status: 404 }))).toBe(false)
  expect(isRedirect({ digest: 'NEXT_REDIRECT;/en' })).toBe(true)
  expect(isRedirect(new Error('Redirected'))).toBe(false)
})

test('times one page in ten, records one visit in a hundred and one in ten with an error', () => {
  expect(sampling).toEqual({
    tracesSampleRate: 0.1,
    replaysSessionSampleRate: 0.01,
    replaysOnErrorSampleRate: 0.1,
  })
})
