import type { Browser, Page } from 'playwright-core'
import { demoCustomer } from '../../../db/seeds/demo-accounts.ts'
import { brands } from '#modules/transport/kinds.ts'
import type { Inspector, Sight } from './inspector.ts'
import { callAs, dayIn, type TestData } from './test-data.ts'
import { newVisitor } from './visitor.ts'

/** Pages that are looked at before a purchase, and a customer's account. */
export async function inspectShop(
  browser: Browser,
  inspector: Inspector,
  data: TestData,
): Promise<void> {
  const sights = [
    [...(await discovery(data)), ...campaigns, ...(await cinemas(data))],
    [...accountForms, ...(await travel(data)), ...flights, ...(await links(data))],
  ]
  await Promise.all(
    sights.map(async (pages) => {
      const guest = await newVisitor(browser, { url: inspector.url })
      await inspector.visit(guest.page, pages)
      await guest.context.close()
    }),
  )
  const customer = await newVisitor(browser, { url: inspector.url })
  const { email, password } = demoCustomer
  await callAs(customer, '/v2/auth/login', { email, password })
  await inspector.visit(customer.page, [
    ...sections.map((section) => ({
      route: '/account/:section?',
      path: `/account${section && `/${section}`}`,
    })),
    { route: '/account/orders' },
    { route: '/account/received' },
    { route: '/auth/logout' },
    { route: '/multipass' },
  ])
  await customer.context.close()
}

const sections = [
  '',
  'saved',
  'passengers',
  'wallet',
  'loyalty',
  'profile',
  'security',
  'consents',
  'delete',
]

async function discovery(data: TestData): Promise<Sight[]> {
  const eventOf = (slug: string, condition = 'true') =>
    data.one(
      `select event.id from event join show on show.id = show_id
      where slug = $1 and starts_at > now() and cancelled_at is null and ${condition} order by starts_at limit 1`,
      [slug],
    )
  const event = async (slug: string) => ({
    route: '/events/:eventId',
    path: `/events/${await eventOf(slug)}`,
  })
  const soldOut = await data.one(
    `select event.id from event join show on show.id = show_id where slug = 'swan-lake'
      and starts_at > now() order by starts_at limit 1`,
  )
  return [
    { route: '/' },
    { route: '/search', path: '/search?text=opera' },
    { route: '/search', path: '/search' },
    { route: '/standard-terms-and-conditions' },
    { route: '/shows/:slug', path: '/shows/carmen' },
    // Seats, places without numbers, a stadium, free of charge, tables.
    await event('carmen'),
    await event('factory-floor'),
    await event('cup-final'),
    await event('night-run'),
    await event('wine-balcony'),
    { route: '/requests/:source/:item', path: `/requests/event/${soldOut}` },
    { route: '/faq' },
    { route: '/stories/:slug', path: '/stories/most-wanted' },
    { route: '/venues' },
    { route: '/theatres' },
    { route: '/venues/:slug', path: '/venues/tbilisi-opera' },
    { route: '/events' },
    { route: '/category/:slug', path: '/category/concerts' },
    { route: '/calendar' },
    { route: '/events/passed' },
    {
      route: '/queue/:showId',
      path: `/queue/${await data.one("select id from show where slug = 'carmen'")}`,
    },
    { route: '/widget/:slug', path: '/widget/carmen' },
    { route: '/widget/:slug/:eventId', path: `/widget/carmen/${await eventOf('carmen')}` },
    { route: '/nothing-is-here', status: 404 },
  ]
}

/** Campaign pages of the specification: each has an address of its own. */
const campaigns: readonly Sight[] = [
  '/tktclubinfo',
  '/onerepublic-visa',
  '/bruno-mars-visa',
  '/starring',
  '/starring/constellation',
  '/starring/about-us',
  '/starring/this-is-us',
  '/starring/explore/travelers-delights',
  '/starring/explore/culinary-experience',
  '/starring/explore/transit-hub',
  '/starring/faq',
  '/starring/our-story',
  '/starring/checkout/success',
  '/starring/checkout/failure',
  '/starringgeorgia',
  '/30may',
  '/JTinfo',
].map((path) => ({ route: '/*', path }))

const key = 'k'.repeat(43)
const accountForms: readonly Sight[] = [
  { route: '/auth/login' },
  { route: '/auth/register' },
  { route: '/auth/activate', path: `/auth/activate?key=${key}` },
  { route: '/auth/activate' },
  { route: '/auth/reset', path: `/auth/reset?key=${key}` },
  { route: '/auth/reset' },
  { route: '/auth/logout' },
  { route: '/auth/external' },
  { route: '/multipass' },
  { route: '/multipass/check' },
]

async function cinemas(data: TestData): Promise<Sight[]> {
  const session = await data.one(
    "select id from screening where starts_at > now() + interval '1 day' order by starts_at, id limit 1",
  )
  const film = await data.one(
    `select slug from film join screening on film_id = film.id
    where starts_at > now() + interval '1 day' order by starts_at, slug limit 1`,
  )
  return [
    { route: '/movies' },
    { route: '/movies/showtimes' },
    {
      route: '/movies/cinemas/:slug',
      path: `/movies/cinemas/${await data.one('select slug from cinema')}`,
    },
    { route: '/movies/session/:session', path: `/movies/session/${session}` },
    { route: '/movies/:slug', path: `/movies/${film}` },
    { route: '/movies/checkout' },
  ]
}

async function travel(data: TestData): Promise<Sight[]> {
  const evening = await data.one(
    `select event.id from event join venue on venue.id = venue_id where venue.slug = 'batumi-drama-theatre'
      and cancelled_at is null and starts_at > now() + interval '3 days' order by starts_at limit 1`,
  )
  /** First and last place of a line. */
  const ends = async (brand: string): Promise<string> => {
    const pair = await data.one(
      `select first.code || '&to=' || last.code from trip_pattern p join route on route.id = route_id
        join agency on agency.id = agency_id
        join stop a on a.id = stop_ids[1] join stop b on b.id = stop_ids[cardinality(stop_ids)]
        join locality first on first.id = a.locality_id join locality last on last.id = b.locality_id
      where brand = $1 and first.id <> last.id order by p.id limit 1`,
      [brand],
    )
    return `from=${pair}&date=${dayIn(5)}&adults=1`
  }
  const searches = brands.map(async (brand): Promise<Sight[]> => {
    const search = brand === 'omnibus' ? '/omnibus/result' : `/${brand}/search`
    return [{ route: `/${brand}` }, { route: search, path: `${search}?${await ends(brand)}` }]
  })
  const trains = await ends('railway')
  return [
    { route: '/transport' },
    { route: '/transport/search', path: `/transport/search?${trains}` },
    { route: '/transport/event/:eventId', path: `/transport/event/${evening}` },
    ...(await Promise.all(searches)).flat(),
  ]
}

const flights: readonly Sight[] = [
  { route: '/fly' },
  { route: '/fly/airlines' },
  { route: '/fly/explanatory-dictionary' },
  { route: '/fly/eurobasket' },
  {
    route: '/fly/result',
    path: `/fly/result?fromAirport=TBS&toAirport=IST&fromDate=${dayIn(30)}&adult=1&providers=house`,
    prepare: (page: Page) => page.locator('main article, main li button').first().waitFor(),
  },
]

/** Links in letters that no longer work; `inspect-purchases.ts` opens valid ones. */
async function links(data: TestData): Promise<Sight[]> {
  const customer = await data.one(
    `select id from customer where email_key = '${demoCustomer.email}'`,
  )
  return [
    {
      route: '/follows/emails/:followKey',
      path: `/follows/emails/${customer}.${key}`,
      status: 404,
    },
    { route: '/letters/:letterKey', path: `/letters/1.${key}`, status: 404 },
    { route: '/invite/:token', path: `/invite/${key}`, status: 404 },
    { route: '/tickets/shared/:token', path: `/tickets/shared/${key}`, status: 404 },
  ]
}
