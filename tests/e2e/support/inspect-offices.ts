import { randomUUID } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { demoOperator } from '../../../db/seeds/demo-accounts.ts'
import { demoCashier, demoCinema, demoScanner } from '../../../db/seeds/demo-staff.ts'
import type { Inspector, Sight } from './inspector.ts'
import { callAs, type TestData } from './test-data.ts'
import { newVisitor, type Visitor } from './visitor.ts'

interface Person {
  readonly email: string
  readonly password: string
}

const organiser: Person = { email: 'kulisa@bileti.example', password: 'bileti-kulisa' }
const carrier: Person = {
  email: 'georgian-railway@bileti.example',
  password: 'bileti-georgian-railway',
}

/** Pages of operators and of organisers' staff, signed in by their role. Two roles look at an order: it is waited for. */
export async function inspectOffices(
  browser: Browser,
  inspector: Inspector,
  data: TestData,
  order: Promise<void>,
): Promise<void> {
  const as = async (
    { email, password }: Person,
    sights: (visitor: Visitor) => Promise<readonly Sight[]>,
  ): Promise<void> => {
    const visitor = await newVisitor(browser, { url: inspector.url })
    const call = email === demoOperator.email ? '/v2/auth/login' : '/v2/merchantusers/token'
    await inspector.attempt(email, async () => {
      await callAs(visitor, call, { email, password })
      await inspector.visit(visitor.page, await sights(visitor))
    })
    await visitor.context.close()
  }
  const signedOut = await newVisitor(browser, { url: inspector.url })
  await inspector.visit(signedOut.page, [
    { route: '/merchant' },
    { route: '/merchant/invitation' },
    { route: '/merchant/reversal' },
    { route: '/scan' },
  ])
  await signedOut.context.close()
  await as(demoCinema, async () => [
    { route: '/merchant' },
    { route: '/merchant/cinema' },
    { route: '/merchant/cinema/figures' },
    { route: '/merchant/cinema/import' },
  ])
  await as(carrier, () => carrierSights(data))
  await as(demoCashier, async () => [{ route: '/merchant/box-office' }])
  await as(demoScanner, async () => [{ route: '/scan' }])
  await order
  await as(demoOperator, (visitor) => operatorSights(visitor, data))
  await as(organiser, (visitor) => organiserSights(visitor, data))
}

function newPlan(): object {
  const key = `every-page-${randomUUID()}`
  return { venue: 'tbilisi-concert-hall', key, nameKa: 'დარბაზი', nameEn: 'Hall' }
}

async function operatorSights(visitor: Visitor, data: TestData): Promise<Sight[]> {
  const show = (slug: string) => data.one('select id from show where slug = $1', [slug])
  const dated = (showId: string) =>
    data.one('select id from event where show_id = $1 and starts_at > now() limit 1', [showId])
  const event = await dated(await show('carmen'))
  const { importId } = await callAs(visitor, '/v2/operator/imports', {
    files: [{ name: 'programme.csv', content: 'show,show_name_ka\na,ა' }],
    source: 'every-page',
  })
  const feed = await callAs(visitor, '/v2/operator/feeds/imports', {
    name: 'every page',
    brand: 'omnibus',
    organiser: 'kulisa',
    fileName: 'feed.zip',
    bytes: 100,
  })
  const { planId } = await callAs(visitor, '/v2/operator/plans', newPlan())
  const order = () =>
    data.one('select order_number from orders where status = 1 order by id limit 1')
  const page = await data.one("select id from campaign where path = '/starring'")
  const plain = [
    '',
    '/programme',
    '/cinema',
    '/cinema/figures',
    '/cinema/import',
    '/orders',
    '/import',
    '/import-orders',
    '/feeds',
    '/layouts',
    '/rules',
    '/queues',
    '/promotions',
    '/passes',
    '/front',
    '/pages',
    '/pixels',
    '/toggles',
    '/entrances',
    '/payments',
    '/requests',
    '/payouts',
    '/terminals',
    '/partner-keys',
    '/search-words',
    '/undelivered',
    '/merchants-log',
    '/log',
    '/plans',
  ].map((path) => ({ route: `/operator${path}` }))
  return [
    ...plain,
    {
      route: '/operator/orders/:orderNumber',
      path: async () => `/operator/orders/${await order()}`,
    },
    { route: '/operator/events/:eventId', path: `/operator/events/${event}` },
    { route: '/operator/import/:importId', path: `/operator/import/${importId}` },
    { route: '/operator/feeds/:importId', path: `/operator/feeds/${feed.importId}` },
    { route: '/operator/pages/:pageId', path: `/operator/pages/${page}` },
    { route: '/operator/plans/:planId', path: `/operator/plans/${planId}` },
  ]
}

async function organiserSights(visitor: Visitor, data: TestData): Promise<Sight[]> {
  const ofKulisa =
    "join show on show.id = show_id join merchant on merchant.id = merchant_id where merchant.slug = 'kulisa'"
  const event = await data.one(
    `select event.id from event ${ofKulisa} and starts_at > now() limit 1`,
  )
  const order = () =>
    data.one(
      `select order_number from ticket join orders on orders.id = order_id
      join event on event.id = item_id and source = 'event' ${ofKulisa} limit 1`,
    )
  const { draftId } = await callAs(visitor, '/v2/merchantusers/shows', {})
  const { mailingId } = await callAs(visitor, '/v2/merchantusers/messages', {
    kind: 'news',
    eventIds: [Number(event)],
    subjectKa: 'კარი იცვლება',
    bodyKa: 'შესასვლელი სხვა მხრიდანაა.',
  })
  const plain = [
    '',
    '/statistics',
    '/totals',
    '/requests',
    '/webhooks',
    '/api-keys',
    '/attendees',
    '/orders',
    '/shows',
    '/dates',
    '/promotions',
    '/messages',
    '/box-office',
    '/import-orders',
    '/money',
    '/fees',
    '/team',
    '/log',
    '/security',
    '/plans',
  ].map((path) => ({ route: `/merchant${path}` }))
  const { planId } = await callAs(visitor, '/v2/merchantusers/plans', newPlan())
  return [
    ...plain,
    { route: '/merchant/widget', hasFrame: true },
    {
      route: '/merchant/orders/:orderNumber',
      path: async () => `/merchant/orders/${await order()}`,
    },
    { route: '/merchant/shows/:draftId', path: `/merchant/shows/${draftId}` },
    { route: '/merchant/dates/:eventId', path: `/merchant/dates/${event}` },
    { route: '/merchant/messages/:mailingId', path: `/merchant/messages/${mailingId}` },
    { route: '/merchant/plans/:planId', path: `/merchant/plans/${planId}` },
  ]
}

async function carrierSights(data: TestData): Promise<Sight[]> {
  const ofRailway = "join agency on agency.id = agency_id where brand = 'railway'"
  const run = await data.one(
    `select run.id from run join trip on trip.id = trip_id join trip_pattern p on p.id = pattern_id
      join route on route.id = route_id ${ofRailway} and departs_at > now() + interval '4 days'
    order by departs_at limit 1`,
  )
  const vehicle = await data.one(`select vehicle_type.id from vehicle_type ${ofRailway} limit 1`)
  return [
    { route: '/merchant' },
    { route: '/merchant/runs' },
    { route: '/merchant/runs/:runId', path: `/merchant/runs/${run}` },
    { route: '/merchant/runs/:runId/vehicle', path: `/merchant/runs/${run}/vehicle` },
    { route: '/merchant/fares' },
    { route: '/merchant/vehicles' },
    { route: '/merchant/vehicles/assign' },
    { route: '/merchant/vehicles/new' },
    { route: '/merchant/terms' },
    { route: '/merchant/vehicles/:vehicleTypeId', path: `/merchant/vehicles/${vehicle}` },
  ]
}
