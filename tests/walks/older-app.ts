/**
 * An older app: lists under their older names, one call that holds and checks out, a promo code, a card,
 * the tickets.
 */
import { expect } from 'vitest'
import type { Reply } from './client.ts'
import { standingTicket } from './choosing.ts'
import type { Partner } from './partner.ts'
import { buyer, payAtBank, type WalkWorld } from './world.ts'

const walk = 'An older app'

export async function walkOlderApp(world: WalkWorld): Promise<void> {
  const app = world.partner(walk, { apiKey: 'demo-web' })
  await look(app)
  await searched(app)
  const choice = await standingTicket(app)
  await readShow(app, choice)
  const orderKey = await order(app, choice)
  const ticketIdentifier = await pay(world, app, orderKey)
  await keep(app, ticketIdentifier)
}

/** Popular searches: three visitors choose the same show after the same query. */
async function searched(app: Partner): Promise<void> {
  const { items: top } = await app.ask('eventsOlderTop')
  const { showId, name } = top[0]
  for (const device of ['a phone', 'a tablet', 'a television']) {
    const { isCounted } = await app.ask('searchClick', {
      body: { text: name, itemId: showId, itemType: 'Show', position: 1 },
      headers: { 'user-agent': device },
    })
    expect(isCounted).toBe(true)
  }
  expect((await app.ask('searchTop')).items).toEqual([{ text: name.toLowerCase() }])
}

/** The home page and the lists, in both languages. */
async function look(app: Partner): Promise<void> {
  const { time } = await app.ask('authTime')
  const date = time.slice(0, 10)
  const banners = await app.ask('presentationBannersMain', {}, 'ka')
  expect(banners.items.length).toBeGreaterThan(0)
  expect((await app.ask('showsMainBanner')).items.length).toBeGreaterThan(0)
  expect((await app.ask('presentationAds')).items.length).toBeGreaterThan(0)
  const categories = await app.ask('presentationCategories', { query: { status: 'Active' } })
  expect(categories.items.every(({ status }: Reply) => status === 'Active')).toBe(true)
  expect((await app.ask('showsPinned')).items.length).toBeGreaterThan(0)
  const { items: fresh } = await app.ask('showsNew')
  expect(fresh.length).toBeGreaterThan(0)
  const { items: listed } = await app.ask('showsList', {
    query: { categoryType: 'Event', fromDate: date },
  })
  expect(listed.length).toBeGreaterThan(0)
  const today = await app.ask('eventsOlderToday')
  expect(await app.ask('catalogueEventsToday')).toEqual(today)
  const day = await app.ask('catalogueEventsDay', { query: { date } })
  expect(day.items.map(({ eventId }: Reply) => eventId)).toEqual(
    expect.arrayContaining(today.items.map(({ eventId }: Reply) => eventId)),
  )
  const top = await app.ask('catalogueEventsTop', { query: { topEventCount: 3 } })
  expect((await app.ask('eventsOlderTop')).items.slice(0, 3)).toEqual(top.items)
  const older = await app.ask('eventsOlderUpcoming')
  expect(older).toEqual(await app.ask('catalogueEventsUpcoming'))
  const abroad = older.items.find(({ categoryKind }: Reply) => categoryKind === 5)
  const { ticketTypes } = await app.ask('eventsOlderInternationalTicketTypes', {
    query: { eventId: abroad.eventId },
  })
  expect(ticketTypes[0].foreign.price.currency).not.toBe('GEL')
}

async function readShow(
  app: Partner,
  { showId, eventId }: { readonly showId: number; readonly eventId: number },
): Promise<void> {
  const info = await app.ask('showsInfo', { query: { itemId: showId, itemType: 'Show' } })
  const show = await app.ask('showsGet', { query: { itemId: showId } })
  expect(show.slug).toBe(info.slug)
  const calendar = await app.ask('presentationGenerateCalendar', { query: { eventId } })
  expect(calendar).toContain('BEGIN:VEVENT')
}

/** Two tickets are held and the buyer named in one call; an expired and a valid promo code. */
async function order(
  app: Partner,
  { eventId, ticketTypeId, total }: Readonly<Record<'eventId' | 'ticketTypeId' | 'total', number>>,
): Promise<string> {
  const places = [{ ticketTypeId, quantity: 2 }]
  const chosen = await app.ask('ordersGrootCheckoutNew', {
    body: { eventId, places, buyer, acceptTerms: true },
  })
  expect(app.token).toBeDefined()
  const { orderKey } = chosen.order
  const shown = await app.ask('ordersGrootCheckoutGet', { path: { orderKey } })
  expect(shown.order.totals.total.amount).toBe(2 * total)
  await app.ask('ordersGrootCheckout', { body: { orderKey, buyer, acceptTerms: true } })
  const cheaper = await app.ask('promoCodesApply', { body: { orderKey, promoCode: 'GAMARJOBA' } })
  expect(cheaper.totals.total.amount).toBeLessThan(2 * total)
  const whole = await app.ask('promoCodesUnapply', { body: { orderKey } })
  expect(whole.totals.total.amount).toBe(2 * total)
  expect(
    await app.refused('promoCodesApply', { body: { orderKey, promoCode: 'SHEMODGOMA' } }),
  ).toBe('PromoCodeExpired')
  await app.ask('promoCodesApply', { body: { orderKey, promoCode: 'GAMARJOBA' } })
  const details = await app.ask('ordersGrootCheckoutDetails', { path: { orderKey } })
  expect(details.order.totals).toEqual(cheaper.totals)
  return orderKey
}

async function pay(world: WalkWorld, app: Partner, orderKey: string): Promise<string> {
  const started = await app.ask('ordersGrootCreatePayment', {
    body: { orderKey, provider: 2 },
    headers: { 'idempotency-key': 'older-app-1' },
  })
  await payAtBank(world, started.redirectUrl)
  const outcome = await app.ask('ordersGrootOrderComplete', { body: { orderKey } })
  expect(outcome.statusName).toBe('Processed')
  const { paymentId } = started
  const status = await app.ask('ordersGrootPaymentStatus', { path: { orderKey, paymentId } })
  expect(status.state).toBe('captured')
  const { orderNumber } = outcome
  const done = await app.ask('ordersGrootDetails', { path: { orderNumber } })
  expect(done.statusName).toBe('Processed')
  const { tickets } = await app.ask('ticketsGet')
  expect(tickets).toHaveLength(2)
  return tickets[0].ticketIdentifier
}

/** A ticket is looked up by different callers and shared by a link. */
async function keep(app: Partner, ticketIdentifier: string): Promise<void> {
  const verified = await app.ask('ticketsVerifyGet', { query: { ticketIdentifier } })
  expect(verified).toMatchObject({ exists: true, isValid: true, isUsed: false, isOwn: true })
  const before = await app.ask('ticketsShareUrlGet', { query: { ticketIdentifier } })
  expect(before.url).toBeNull()
  await app.ask('ticketsShareUrlCreate', { body: { ticketIdentifier } })
  const { url } = await app.ask('ticketsShareUrlGet', { query: { ticketIdentifier } })
  expect(url).toContain('/tickets/shared/')
}
