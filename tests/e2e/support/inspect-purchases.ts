import { randomInt } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { isNightly } from '../../support/tier.ts'
import film from '#modules/cinema/messages/en.json' with { type: 'json' }
import { emailLink } from './account.ts'
import type { Inspector } from './inspector.ts'
import { hydrated } from './observing.ts'
import { callAs, dayIn, type TestData } from './test-data.ts'
import {
  fillBuyer,
  goToCheckout,
  newVisitor,
  payByCard,
  ticketsLink,
  type Visitor,
} from './visitor.ts'

const buyer = 'every-page@example.ge'

/** The routes that these purchases lead to; `npm test` inspects them in the journeys that buy. */
const routes = [
  '/multipass/use/:orderKey',
  '/widget/:slug/checkout/:orderKey',
  '/checkout/:orderKey',
  '/checkout/:orderKey/result',
  '/widget/:slug/checkout/:orderKey/result',
  '/account/orders',
  '/account/orders/:orderNumber',
  '/account/received',
  '/tickets/:orderKey/:token',
  '/tickets/shared/:token',
  '/invite/:token',
  '/movies/checkout/:orderKey',
  '/railway/seatmap',
  '/transport/seatmap',
  '/railway/datafilling',
  '/ortachala/datafilling',
  '/transport/datafilling',
  '/transport/change/:ticketIdentifier',
  '/omnibus/checkout',
  '/fly/checkout',
  '/fly/booking',
]

/**
 * Pages of orders, each reached by an order: tickets of an event, of a film, of trains and of a flight. Says when the
 * event's organiser has an order, or never will.
 */
export async function inspectPurchases(
  browser: Browser,
  inspector: Inspector,
  data: TestData,
  onOrder: () => void,
): Promise<void> {
  if (!isNightly) {
    inspector.leave(routes)
    onOrder()
    return
  }
  const journeys = {
    event: (visitor) => buyEvent(visitor, inspector, onOrder).finally(onOrder),
    film: (visitor) => buyFilm(visitor, inspector, data),
    train: (visitor) => buyTrain(visitor, inspector, data),
    bus: (visitor) => holdBus(visitor, inspector, data),
    flight: (visitor) => buyFlight(visitor, inspector),
  } satisfies Record<string, (visitor: Visitor) => Promise<void>>
  for (const [name, journey] of Object.entries(journeys)) {
    const visitor = await newVisitor(browser, { url: inspector.url })
    await inspector.attempt(`purchase of the ${name}`, () => journey(visitor))
    await visitor.context.close()
  }
  for (const route of routes.filter((one) => !inspector.inspected.has(one)))
    inspector.findings.push(`${route}: no purchase leads to it`)
}

/** Pays the order on the open checkout. */
async function pay(visitor: Visitor): Promise<void> {
  await hydrated(visitor.page)
  await fillBuyer(visitor, buyer)
  await payByCard(visitor)
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
}

/** From the page after the payment to the order; its number. */
async function toOrder(visitor: Visitor): Promise<string> {
  const { page } = visitor
  await ticketsLink(visitor).click()
  await page.waitForURL(/\/account\/orders\//)
  return page.url().split('/').at(-1) ?? ''
}

async function buyEvent(
  visitor: Visitor,
  inspector: Inspector,
  onOrder: () => void,
): Promise<void> {
  const { page } = visitor
  const orderKey = await goToCheckout(visitor, 'abesalom-and-eteri')
  await inspector.visit(page, [
    { route: '/multipass/use/:orderKey', path: `/multipass/use/${orderKey}` },
    {
      route: '/widget/:slug/checkout/:orderKey',
      path: `/widget/abesalom-and-eteri/checkout/${orderKey}`,
    },
    { route: '/checkout/:orderKey', path: `/checkout/${orderKey}` },
  ])
  await visitor.open(`/checkout/${orderKey}`)
  await pay(visitor)
  const orderNumber = await toOrder(visitor)
  const invitation = await callAs(visitor, '/v2/orders/invite', { orderKey, purpose: 'join' })
  const share = await callAs(visitor, '/v2/tickets/share-url', { orderKey, handsOver: true })
  const pathOf = (address: string) => new URL(address).pathname.replace(/^\/en\//, '/')
  const mailed = pathOf(await emailLink(buyer, /http\S+\/tickets\/[0-9a-f-]{36}\/\S+/))
  // On a busy machine the tickets are issued after the page of the order is shown, and before the email is sent.
  onOrder()
  await inspector.visit(page, [
    { route: '/checkout/:orderKey/result', path: `/checkout/${orderKey}/result` },
    {
      route: '/widget/:slug/checkout/:orderKey/result',
      path: `/widget/abesalom-and-eteri/checkout/${orderKey}/result`,
    },
    { route: '/account/orders' },
    { route: '/account/orders/:orderNumber', path: `/account/orders/${orderNumber}` },
    { route: '/tickets/:orderKey/:token', path: mailed },
    { route: '/invite/:token', path: pathOf(invitation.url) },
    { route: '/tickets/shared/:token', path: pathOf(share.url) },
  ])
  const receiver = await newVisitor(visitor.context.browser() as Browser, { url: inspector.url })
  await callAs(receiver, '/v2/tickets/take-over', { token: share.url.split('/').at(-1) })
  await inspector.look(receiver.page, { route: '/account/received' })
  await receiver.context.close()
}

async function buyFilm(visitor: Visitor, inspector: Inspector, data: TestData): Promise<void> {
  const { page } = visitor
  const session = await data.one(
    `select screening.id from screening join film on film.id = film_id
    where age_limit < 18 and starts_at > now() + interval '2 days' order by starts_at, screening.id limit 1`,
  )
  await visitor.open(`/movies/session/${session}`)
  await hydrated(page)
  await page.getByRole('button', { name: film.more, exact: true }).click()
  await page.getByRole('button', { name: film.best }).click()
  await page.getByRole('button', { name: film.toCheckout }).click()
  await page.waitForURL(/\/movies\/checkout\/[0-9a-f-]{36}/)
  const orderKey = page.url().split('/').at(-1) ?? ''
  await inspector.look(page, {
    route: '/movies/checkout/:orderKey',
    path: `/movies/checkout/${orderKey}`,
  })
}

/** Holds a place on the first run of a brand some days ahead; the order's key. */
async function holdRun(visitor: Visitor, data: TestData, brand: string): Promise<string> {
  const run = await data.one(
    `select run.id || ' ' || cardinality(stop_ids) - 1 from run join trip on trip.id = trip_id
      join trip_pattern p on p.id = pattern_id join route on route.id = route_id
      join agency on agency.id = agency_id
    where brand = $1 and run.status = 0 and departs_at > now() + interval '6 days'
    order by departs_at, run.id limit 1`,
    [brand],
  )
  const [runId, legTo] = run.split(' ').map(Number)
  const segments = [{ runId, legFrom: 0, legTo, passengers: [{}] }]
  const { orderKey } = await callAs(visitor, '/v2/transport/choose', { segments })
  return orderKey
}

/** A person travels once on a run. */
function randomName(): string {
  return Array.from({ length: 8 }, () => String.fromCodePoint(97 + randomInt(26))).join('')
}

async function buyTrain(visitor: Visitor, inspector: Inspector, data: TestData): Promise<void> {
  const orderKey = await holdRun(visitor, data, 'railway')
  const ofOrder = `?orderKey=${orderKey}`
  await inspector.visit(
    visitor.page,
    [
      '/railway/seatmap',
      '/transport/seatmap',
      '/railway/datafilling',
      '/ortachala/datafilling',
      '/transport/datafilling',
    ].map((route) => ({ route, path: route + ofOrder })),
  )
  const { segments } = await callAs(visitor, `/v2/transport/order${ofOrder}`)
  const passengers = segments[0].tickets.map(({ lineId }: { lineId: number }) => ({
    lineId,
    givenName: 'Nino',
    familyName: `Beridze-${randomName()}`,
    nameKa: 'ნინო ბერიძე',
    birthDate: '1990-02-28',
    documentKind: 'passport',
    documentNumber: `09AB${randomInt(10_000, 99_999)}`,
    nationality: 'GE',
  }))
  await callAs(visitor, '/v2/transport/passengers', { orderKey, passengers })
  await visitor.open(`/checkout/${orderKey}`)
  await pay(visitor)
  const orderNumber = await toOrder(visitor)
  const identifier = await data.one(
    'select identifier from ticket join orders on orders.id = order_id where order_number = $1',
    [orderNumber],
  )
  await inspector.visit(visitor.page, [
    { route: '/account/orders/:orderNumber', path: `/account/orders/${orderNumber}` },
    { route: '/transport/change/:ticketIdentifier', path: `/transport/change/${identifier}` },
  ])
}

async function holdBus(visitor: Visitor, inspector: Inspector, data: TestData): Promise<void> {
  const orderKey = await holdRun(visitor, data, 'omnibus')
  await inspector.look(visitor.page, {
    route: '/omnibus/checkout',
    path: `/omnibus/checkout?orderKey=${orderKey}`,
  })
}

async function buyFlight(visitor: Visitor, inspector: Inspector): Promise<void> {
  const { page, words } = visitor
  const trip = `fromAirport=TBS&toAirport=IST&fromDate=${dayIn(31)}&adult=1&providers=house`
  await visitor.open(`/fly/result?${trip}`)
  await hydrated(page)
  await page
    .getByRole('button', { name: words('flights', 'choose') })
    .first()
    .click()
  await page
    .getByRole('main')
    .getByRole('button', { name: words('flights', 'take'), exact: true })
    .first()
    .click()
  await page.waitForURL(/\/fly\/checkout\?priceDetailId=/)
  const field = (name: string) => page.locator(`[name="${name}"]`)
  await field('0.givenName').waitFor()
  await inspector.lookHere(page, '/fly/checkout')
  await field('0.givenName').fill('Nino')
  await field('0.familyName').fill('Beridze')
  await field('0.gender').selectOption('2')
  await field('0.birthDate').fill('1988-03-08')
  await field('0.documentNumber').fill('09AB12345')
  await field('0.documentExpiresOn').fill(dayIn(2_000))
  await field('email').fill(buyer)
  await field('phone').fill('+995555123456')
  await page.getByRole('button', { name: words('flights', 'continue') }).click()
  await page.waitForURL(/\/checkout\/[0-9a-f-]{36}$/)
  const orderKey = page.url().split('/').at(-1) ?? ''
  // The form of passengers, which has an email too, may still be displayed.
  await visitor.open(`/checkout/${orderKey}`)
  await pay(visitor)
  await inspector.look(page, { route: '/fly/booking', path: `/fly/booking?orderKey=${orderKey}` })
}
