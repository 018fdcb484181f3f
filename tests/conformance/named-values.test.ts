/**
 * Goal: values that the specification names without a call of its own are those that the shop uses. Method: types of pixels
 * through the operator's and the pages' calls; colours of categories in both themes of the built tokens.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectOk } from '../hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from '../hostile/shop.ts'

let shop: HostileShop
beforeAll(async () => {
  shop = await openHostileShop()
}, 60_000)
afterAll(() => shop.close())

test('pixels have the types of the specification; None counts nothing and is no pixel', async () => {
  const operator = await shop.operator()
  const types = [
    'FbPixelViewContent',
    'FbPixelPurchase',
    'GoogleAdPageView',
    'GoogleAdPurchase',
    'FbPixelGeneral',
  ]
  const save = (type: string) =>
    shop.post('/v2/operator/pixels', { type, code: '12345', isActive: true, note: '' }, operator)
  for (const type of types) await expectOk(save(type))
  expect((await save('None')).status).toBe(400)
  const { items } = await expectOk(shop.get('/v2/tracking-pixels'))
  expect(new Set(items.map(({ type }: Reply) => type))).toEqual(new Set(types))
})

test('films, railway, flights and places for resale each have a colour of their own, in both themes', () => {
  const css = readFileSync(new URL('../../src/design/tokens.css', import.meta.url), 'utf8')
  const values = ['movie', 'railway', 'flight', 'resale'].map((name) =>
    [...css.matchAll(new RegExp(`--category-${name}: (.+);`, 'g'))].map(([, value]) => value),
  )
  for (const theme of [0, 1]) {
    const ofTheme = values.map((of) => of[theme])
    expect(ofTheme).not.toContain(undefined)
    expect(new Set(ofTheme).size).toBe(4)
  }
})
