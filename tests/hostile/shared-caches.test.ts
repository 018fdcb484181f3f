/**
 * Goal: what a shared cache may store is the same for everybody: no stranger signs others out through it. Method: every
 * call whose answer may be stored is asked with cookies of ended sessions.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHostileShop, partnerKey, type HostileShop } from './shop.ts'

let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop()
})
afterAll(() => shop.close())

const cookie = `AccessToken=${'x'.repeat(43)}; StaffToken=${'y'.repeat(43)}`
const ask = (path: string) =>
  shop.send({ method: 'GET', path, apiKey: partnerKey, headers: { cookie } })

test('no answer that may be stored carries a cookie', async () => {
  await shop.event()
  const cached = shop.implementations.filter(
    ({ call }) => call.method === 'GET' && call.cacheSeconds !== undefined,
  )
  let stored = 0
  for (const { call } of cached) {
    const { status, headers } = await ask(call.path.replaceAll(/\{[^}]+\}/g, '1'))
    const isStored = /public|^no-cache/.test(String(headers['cache-control']))
    if (status === 200) expect([call.id, isStored]).toEqual([call.id, true])
    if (!isStored) continue
    stored += 1
    expect([call.id, headers['set-cookie']]).toEqual([call.id, undefined])
  }
  expect(stored).toBeGreaterThan(10)
})

test('an ended session is still cleared by answers for one person', async () => {
  const { headers } = await ask('/v2/visitor')
  expect(headers['cache-control']).toBe('no-store')
  expect(String(headers['set-cookie'])).toContain('AccessToken=; Max-Age=0')
})
