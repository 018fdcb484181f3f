/**
 * Goal: the data layer gets GA4's e-commerce events in lari, with the first 25 items of each list, and nothing
 * about buyers. Method: pure functions on page data and call responses.
 */
import { expect, test } from 'vitest'
import {
  beginCheckout,
  cartEvents,
  listsOf,
  orderIn,
  purchase,
  refund,
  selectItem,
  viewItem,
  viewItemList,
  type OrderSeen,
} from '../commerce.ts'
import { pixelAddress } from '../pixels.ts'

const card = (itemId: number) => ({
  itemId,
  name: `Show ${itemId}`,
  slug: `show-${itemId}`,
  minPrice: itemId,
  venueName: 'Opera',
  categoryName: 'Opera',
})
const cards = (count: number) => Array.from({ length: count }, (_, index) => card(index + 1))

const order = (lineIds: readonly number[], statusName = 'Draft'): OrderSeen => ({
  orderNumber: 'B-1',
  orderKey: 'key',
  statusName,
  lines: [
    ...lineIds.map((lineId) => ({
      lineId,
      kind: 'Ticket' as const,
      description: 'Stalls',
      quantity: 1,
      price: { amount: 4_050 },
      source: 'event',
      eventId: 7,
    })),
    {
      lineId: 99,
      kind: 'Service' as const,
      description: 'Fee',
      quantity: 1,
      price: { amount: 100 },
      source: 'event',
      eventId: 7,
    },
  ],
  totals: { total: { amount: 4_050 * lineIds.length + 100 } },
  items: [{ source: 'event', itemId: 7, name: 'Carmen', venue: 'Opera', lineIds: [...lineIds] }],
})

test('reports the first 25 of thirty items, and all of ten', () => {
  const [long, short] = listsOf({
    home: { reply: { weekend: cards(30), top: cards(10), cities: ['Tbilisi'] } },
  })
  const told = viewItemList(long!).ecommerce
  expect(told.currency).toBe('GEL')
  expect(told.item_list_id).toBe('weekend')
  expect(told.items.map(({ index }) => index)).toEqual(Array.from({ length: 25 }, (_, at) => at))
  expect(told.items[24]).toMatchObject({ item_id: 'show-25', price: 25, item_list_id: 'weekend' })
  expect(viewItemList(short!).ecommerce.items).toHaveLength(10)
})

test('treats nested rows as separate lists and ignores other data', () => {
  const lists = listsOf({ reply: { byCategory: [{ items: cards(2) }, { items: cards(3) }] } })
  expect(lists.map(({ id, items }) => [id, items.length])).toEqual([
    ['byCategory-1', 2],
    ['byCategory-2', 3],
  ])
  expect(listsOf({ reply: { members: [{ item: card(1), events: [] }] } })[0]?.items).toHaveLength(1)
  expect(listsOf(null)).toEqual([])
})

test('reports a selection for links to list items only, in both languages', () => {
  const lists = [{ id: 'top', items: cards(3) }]
  expect(selectItem(lists, '/en/shows/show-2')?.ecommerce).toMatchObject({
    item_list_id: 'top',
    items: [{ item_id: 'show-2', index: 1 }],
  })
  expect(selectItem(lists, '/shows/show-3')?.ecommerce.items[0]?.index).toBe(2)
  expect(selectItem(lists, '/en/faq')).toBeNull()
})

test('reports added and removed lines once each, without fees', () => {
  const [added] = cartEvents(null, order([1, 2]))
  expect(added).toMatchObject({
    event: 'add_to_cart',
    ecommerce: { currency: 'GEL', value: 81, items: [{ item_name: 'Carmen', price: 40.5 }, {}] },
  })
  expect(cartEvents(order([1, 2]), order([1, 2]))).toEqual([])
  const changed = cartEvents(order([1, 2]), order([2, 3]))
  expect(changed.map(({ event, ecommerce }) => [event, ecommerce.value])).toEqual([
    ['remove_from_cart', 40.5],
    ['add_to_cart', 40.5],
  ])
  expect(cartEvents(null, order([1, 2]), (lineId) => lineId === 1)[0]?.ecommerce.value).toBe(40.5)
})

test('reports total and number for checkout, purchase and refund, without buyer data', () => {
  const seen = orderIn({ checkout: { order: { ...order([1]), buyer: { email: 'nino@a.ge' } } } })!
  expect(beginCheckout(seen).ecommerce.value).toBe(41.5)
  const paid = purchase(seen)
  expect(paid.ecommerce).toMatchObject({ transaction_id: 'B-1', value: 41.5, currency: 'GEL' })
  expect(JSON.stringify(paid)).not.toMatch(/nino|"key"/)
  const back = refund({
    orderNumber: 'B-1',
    back: { amount: 4_000 },
    ticketIdentifiers: ['T1', 'T2'],
  })
  expect(back?.ecommerce).toMatchObject({ transaction_id: 'B-1', value: 40, currency: 'GEL' })
  expect(JSON.stringify(back)).not.toContain('T1')
  expect(refund({ items: [] })).toBeNull()
  expect(viewItem({ show: { showId: 1, name: 'Carmen' } }).ecommerce.items[0]?.item_id).toBe(
    'show-1',
  )
})

test('counts only the events of a pixel’s type', () => {
  const addresses = {
    facebookPixelUrl: 'https://fb.test/tr',
    googleAdsUrl: 'https://ads.test/pagead/conversion',
  }
  const moments = [
    { kind: 'page' },
    { kind: 'show', showId: 5, name: 'Carmen' },
    { kind: 'purchase', order: order([1], 'Processed') },
  ] as const
  const counted = (type: Parameters<typeof pixelAddress>[0]['type'], code = '12') =>
    moments.map((moment) => pixelAddress({ type, code, showId: null }, moment, addresses))
  const [page, show, paid] = counted('FbPixelGeneral')
  expect([page, show, paid]).toEqual([
    'https://fb.test/tr?id=12&ev=PageView&noscript=1',
    null,
    null,
  ])
  expect(counted('FbPixelViewContent').map((address) => address !== null)).toEqual([
    false,
    true,
    false,
  ])
  expect(counted('FbPixelPurchase')[2]).toContain('cd%5Bvalue%5D=41.5&cd%5Bcurrency%5D=GEL')
  expect(counted('GoogleAdPageView')[0]).toContain('https://ads.test/pagead/conversion/12/?')
  expect(counted('GoogleAdPurchase', 'AW-1/label')[2]).toMatch(
    /conversion\/AW-1\/\?label=label&.*value=41\.5&currency_code=GEL&transaction_id=B-1/,
  )
  expect(
    pixelAddress(
      { type: 'FbPixelGeneral', code: '1', showId: null },
      { kind: 'page' },
      { ...addresses, facebookPixelUrl: null },
    ),
  ).toBeNull()
})
