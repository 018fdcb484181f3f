import { describe, expect, it } from 'vitest'
import { chromeOf } from '../chrome.ts'
import { localeRedirect } from '../locale-cookie.ts'

/** Goal: the remembered language takes precedence over the address, in both directions, and over nothing else. */
describe('localeRedirect', () => {
  const from = (path: string, cookie: string | null) =>
    localeRedirect(new URL(path, 'http://shop.test'), cookie)

  it('redirects to the same page in the remembered language', () => {
    expect(from('/shows/neon?x=1', 'NEXT_LOCALE=en')).toBe('/en/shows/neon?x=1')
    expect(from('/en', 'a=b; NEXT_LOCALE=ka')).toBe('/')
    expect(from('/en/shows/neon', 'NEXT_LOCALE=ka; a=b')).toBe('/shows/neon')
  })

  it('does not redirect when the language matches, is unknown or not remembered', () => {
    expect(from('/', 'NEXT_LOCALE=ka')).toBeNull()
    expect(from('/en/x', 'NEXT_LOCALE=en')).toBeNull()
    expect(from('/', 'NEXT_LOCALE=de')).toBeNull()
    expect(from('/', null)).toBeNull()
    expect(from('/', 'MY_NEXT_LOCALE=en')).toBeNull()
  })

  it('never redirects to another host', () => {
    expect(from('/en//evil.test/x', 'NEXT_LOCALE=ka')).toBe('/evil.test/x')
  })
})

/** Goal: the parts of the shell depend on the path alone. */
describe('chromeOf', () => {
  it('hides both for reserved segments', () => {
    expect(chromeOf('/embed/events/5')).toEqual({ header: 'none', footer: false })
    expect(chromeOf('/en/events/5/widget')).toEqual({ header: 'none', footer: false })
    expect(chromeOf('/shows/embedded-hearts').header).toBe('always')
  })

  it('hides the header of checkouts, also in English and deeper down', () => {
    expect(chromeOf('/movies/checkout').header).toBe('wide')
    expect(chromeOf('/en/movies/checkout/pay').header).toBe('wide')
    expect(chromeOf('/fly/checkout').header).toBe('none')
    expect(chromeOf('/en/fly/checkout/1').header).toBe('none')
    expect(chromeOf('/movies/checkouts').header).toBe('always')
  })
})
