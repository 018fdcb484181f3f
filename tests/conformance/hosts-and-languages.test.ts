/**
 * Goal: a session opened on the authentication host is known on the shop's, and on no other; the shell speaks its four
 * languages. Method: the whole shop over HTTP under two host names.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localeCodes } from '#contract/enumerations.ts'
import { ConfigError, readConfig } from '#platform/config.ts'
import { openHostileShop, type HostileShop } from '../hostile/shop.ts'

const hosts = {
  PUBLIC_ORIGIN: 'http://shop.bileti.localhost:4700',
  AUTH_ORIGIN: 'http://auth.bileti.localhost:4700/auth',
}
let shop: HostileShop
let plain: HostileShop
beforeAll(async () => {
  shop = await openHostileShop({ ...hosts, COOKIE_DOMAIN: 'bileti.localhost' })
  plain = await openHostileShop()
})
afterAll(() => Promise.all([shop.close(), plain.close()]))

async function signIn(at: HostileShop, host: string): Promise<string> {
  const event = await at.event()
  const ticketTypeId = event.poolTypes[1]?.ticketTypeId
  const answer = await at.send({
    method: 'POST',
    path: '/v2/Booking/choose-seat',
    headers: { host, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
    payload: JSON.stringify({ eventId: event.eventId, places: [{ ticketTypeId, quantity: 1 }] }),
  })
  expect(answer.status, answer.text).toBe(200)
  return String(answer.headers['set-cookie'])
}

test('a session is shared with the sister host, by a cookie that scripts and other sites do not get', async () => {
  const cookie = await signIn(shop, 'auth.bileti.localhost:4700')
  expect(cookie).toMatch(
    /^AccessToken=[^;]+;.*Path=\/; Domain=bileti\.localhost; HttpOnly; SameSite=Lax/,
  )
  const [pair = ''] = cookie.split(';')
  const read = (site: string, method = 'GET', path = '/v2/orders') =>
    shop.send({
      method,
      path,
      headers: { host: 'shop.bileti.localhost:4700', cookie: pair, 'sec-fetch-site': site },
    })
  expect((await read('same-origin')).status).toBe(200)
  // A write that the cookie vouches for comes from a page of the host itself, not from a sister.
  const write = await read('same-site', 'POST', '/v2/orders/reserverandom')
  expect(write.body.error.code).toBe('CrossSiteRequest')
})

test('without a shared domain a session is its host’s own', async () => {
  expect(await signIn(plain, '127.0.0.1')).not.toMatch(/domain=/i)
})

test.each([
  ['localhost'],
  ['.bileti.localhost'],
  ['other.localhost'],
  ['shop.bileti.localhost'],
  ['127.0.0.1'],
  ['bileti.localhost; Path=/x'],
])('the domain %s is refused at the start', (COOKIE_DOMAIN) => {
  expect(() => readConfig({ ...hosts, COOKIE_DOMAIN })).toThrow(ConfigError)
})

test('a domain of a registry is refused, although it holds both hosts', () => {
  const registry = { PUBLIC_ORIGIN: 'https://shop.com.ge', AUTH_ORIGIN: 'https://auth.com.ge/auth' }
  expect(() => readConfig({ ...registry, COOKIE_DOMAIN: 'com.ge' })).toThrow('register names')
})

test('the shell’s texts come in four languages, each whole', async () => {
  const all = await Promise.all(
    localeCodes.map(async (locale) => (await plain.get(`/v2/shell/texts?locale=${locale}`)).body),
  )
  expect(all.map(({ locale }) => locale)).toEqual(['ka-GE', 'en-US', 'ru-RU', 'az-AZ'])
  const keys = Object.keys(all[0].texts).toSorted()
  expect(keys.length).toBeGreaterThan(30)
  for (const { texts } of all) {
    expect(Object.keys(texts).toSorted()).toEqual(keys)
    expect(Object.values(texts).every((text) => text !== '')).toBe(true)
  }
  expect(new Set(all.map(({ texts }) => texts.language)).size).toBe(4)
  for (const [wanted, locale] of [
    ['en-GB,en;q=0.9', 'en-US'],
    ['ru-RU,ru;q=0.9', 'ru-RU'],
    ['az', 'az-AZ'],
    ['fr', 'ka-GE'],
  ] as const) {
    const headers = { 'accept-language': wanted }
    const asked = await plain.send({ method: 'GET', path: '/v2/shell/texts', headers })
    expect(asked.body.locale).toBe(locale)
    expect(asked.headers['vary']).toContain('accept-language')
  }
  // Other replies are in two languages; who reads Russian or Azerbaijani is answered in English.
  const headers = { 'accept-language': 'ru-RU' }
  const refused = await plain.send({ method: 'GET', path: '/v2/orders', headers })
  expect(refused.body.error.message).toMatch(/^[A-Z][a-z ,’']+/)
  expect((await plain.get('/v2/shell/texts?locale=fr-FR')).body.error.code).toBe('BadRequest')
})
