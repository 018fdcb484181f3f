/**
 * Goal: a page's address tells its language in one way only. Method: split addresses and put them together
 * again, with the prefix of English and with the language inside the addresses of the authentication pages.
 */
import { expect, test } from 'vitest'
import { localizedPath, splitLocale } from '#kernel/locale.ts'

test.each([
  ['/', 'ka', '/'],
  ['/en', 'en', '/'],
  ['/en/events/7', 'en', '/events/7'],
  ['/events/7', 'ka', '/events/7'],
  ['/english', 'ka', '/english'],
  ['/auth/ka/login', 'ka', '/auth/login'],
  ['/auth/en/login', 'en', '/auth/login'],
  ['/auth/en', 'en', '/auth'],
  ['/authors', 'ka', '/authors'],
  ['/en/authors', 'en', '/authors'],
] as const)('%s is %s of %s', (address, locale, path) => {
  expect(splitLocale(address)).toEqual({ locale, path })
  expect(localizedPath(locale, path)).toBe(address)
})

test('an authentication address with another language is an ordinary, unknown one', () => {
  expect(splitLocale('/auth/ru/login')).toEqual({ locale: 'ka', path: '/auth/ru/login' })
})

test.each(['//evil.example', '/\\evil.example', '///evil.example'])(
  'the Georgian form of %s stays on our own host',
  (path) => {
    expect(localizedPath('ka', splitLocale(`/en${path}`).path)).toBe('/evil.example')
  },
)
