/**
 * Goal: a page's address states its language in exactly one way. Method: addresses are split and joined again, with
 * the prefix of English and with the language inside the addresses of the authentication pages.
 */
import { expect, test } from 'vitest'
import { localeFor, localizedPath, splitLocale, wantedLanguages } from '#kernel/locale.ts'

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

test.each([
  [undefined, [], 'ka'],
  ['ka-GE', ['ka'], 'ka'],
  ['en-GB,en;q=0.9', ['en', 'en'], 'en'],
  ['ru-RU', ['ru'], 'en'],
  ['az-AZ', ['az'], 'en'],
  ['ru-RU,ka;q=0.7,en;q=0.3', ['ru', 'ka', 'en'], 'ka'],
  ['ka;q=0.1,en', ['en', 'ka'], 'en'],
  ['en;q=0, fr', ['fr'], 'ka'],
  ['*', [], 'ka'],
  ['english,;q=,', [], 'ka'],
] as const)('%s wants %j and is answered in %s', (header, languages, locale) => {
  expect(wantedLanguages(header)).toEqual(languages)
  expect(localeFor(wantedLanguages(header))).toBe(locale)
})
