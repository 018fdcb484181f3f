/**
 * Goal: `npm start` shows a living programme on every day and at every hour, also with content that was put in long ago.
 * Method: the shop over HTTP at the real time (`tools/clock` moves it), with the demo as of today and of some days ago,
 * prepared as a start prepares it; each vertical is asked for what it sells.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renewDemo } from '../db/seeds/renew.ts'
import { seedDatabase } from '../db/seeds/seed.ts'
import { expectOk } from './hostile/purchases.ts'
import { openHostileShop, type HostileShop, type Reply } from './hostile/shop.ts'
import { dateAfter } from './support/dates.ts'

const day = 86_400_000
const allAges = [0, 3, 40, 365]
/** At each moment of a moved clock one of them, which depends on its day. */
const ages =
  process.env['FAKETIME'] === undefined
    ? allAges
    : allAges.filter((_, index) => index === Math.floor(Date.now() / day) % allAges.length)
const log = (): void => {}

describe.each(ages)('a demo of %i days ago', (age) => {
  let shop: HostileShop
  let token: string
  const now = () => shop.context.clock.now()
  const get = (path: string): Promise<Reply> => expectOk(shop.get(path, token))

  beforeAll(async () => {
    shop = await openHostileShop()
    // The seeds bring the keys of this shop.
    await shop.context.db.deleteFrom('api_key').execute()
    const url = shop.databaseUrl
    await seedDatabase({ url, log, now: new Date(now().getTime() - age * day) })
    await renewDemo({ url, log, now: now() })
    token = await shop.guest()
  })
  afterAll(() => shop.close())

  test('home and the list of coming events are full', async () => {
    const home = await get('/v2/home-page')
    for (const row of ['mainBanner', 'top', 'pinned', 'newest'])
      expect(home[row].length, row).toBeGreaterThan(1)
    expect(home.today.length + home.tomorrow.length, 'today and tomorrow').toBeGreaterThan(0)
    expect(home.weekend.length, 'weekend').toBeGreaterThan(0)
    for (const { categoryId, items } of home.byCategory)
      expect(items.length, `category ${categoryId}`).toBeGreaterThan(0)
    const upcoming = await get('/v2/events/upcoming')
    expect(upcoming.items.length).toBeGreaterThan(10)
    for (const { fromDate } of upcoming.items)
      expect(Date.parse(fromDate), fromDate).toBeGreaterThan(now().getTime() - day)
  })

  test('concerts are on sale', async () => {
    const { items } = await get('/v2/search?text=&categoryIds=1&limit=50')
    expect(items.length).toBeGreaterThan(5)
    let open = 0
    for (const { slug } of items.slice(0, 6)) {
      const page = await get(`/v2/show-page?slug=${slug}`)
      for (const { eventId } of page.show.events)
        if ((await get(`/v2/events/map?eventId=${eventId}`)).isOnSale) open += 1
    }
    expect(open).toBeGreaterThan(2)
  })

  test('films are on sale on the day that the page shows', async () => {
    const shown = await get('/v2/movies/showtimes')
    expect(shown.dates.length).toBeGreaterThan(6)
    expect(shown.showtimes.filter((one: Reply) => one.isOnSale).length, shown.date).toBeGreaterThan(
      0,
    )
    const { current } = await get('/v2/movies/page')
    expect(current.length).toBeGreaterThan(5)
    for (const { slug } of current) {
      const { dates, showtimes } = await get(`/v2/movies/details?slug=${slug}`)
      const first = showtimes.filter((one: Reply) => one.businessDate === dates[0])
      expect(first.length, `${slug} on ${dates[0]}`).toBeGreaterThan(0)
    }
  })

  test.each([
    ['railway', 'tbilisi', 'batumi'],
    ['omnibus', 'tbilisi', 'kutaisi'],
  ])(
    'journeys by %s are on sale today or on the next day, and in six days',
    async (brand, ...of) => {
      const [from, to] = of
      const find = async (date: string) => {
        const asked = { from, to, date, brand }
        const found = await get(`/v2/transport/journeys?${new URLSearchParams(asked as never)}`)
        const open = found.journeys.filter((one: Reply) => one.sale === 'open').length
        return { open, next: found.nextDate as string | null }
      }
      const today = await find(dateAfter(now(), 0))
      // In the last hours of a day everything has left.
      if (today.open === 0) expect((await find(today.next ?? '')).open).toBeGreaterThan(0)
      expect((await find(dateAfter(now(), 6))).open).toBeGreaterThan(0)
    },
  )

  test.each([1, 30, 200])('flights in %i days are on sale', async (days) => {
    const query = `fromAirport=TBS&toAirport=IST&fromDate=${dateAfter(now(), days)}&providers=house`
    const { items } = await get(`/v2/flights/search?${query}`)
    expect(items.length).toBeGreaterThan(0)
  })

  test('passes are on sale', async () => {
    const products = await shop.context.db.selectFrom('multipass_product').select('id').execute()
    expect(products).toHaveLength(3)
    for (const { id: productId } of products)
      await expectOk(shop.post('/v2/multipass/choose', { productId }, token))
  })
})
