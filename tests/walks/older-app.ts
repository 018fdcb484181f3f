/**
 * An older app: lists under their older names, one call that holds and checks out, a promo code, a card,
 * the tickets.
 */
import { expect } from 'vitest'
import type { Reply } from './client.ts'
import { standingTicket } from './choosing.ts'
import type { Partner } from './partner.ts'
import { buyer, payAtBank, type WalkEnvironment } from './environment.ts'

const walk = 'An older app'

export async function walkOlderApp(environment: WalkEnvironment): Promise<void> {
  const app = environment.partner(walk, { apiKey: 'demo-web' })
  await browse(app)
  await searched(app)
  const choice = await standingTicket(app)
  await readShow(app, choice)
  const orderKey = await order(app, choice)
  const ticketIdentifier = await pay(environment, app, orderKey)
  await useTicket(app, ticketIdentifier)
}

/** Popular searches: visitors of three networks choose the same show after the same query. */
async function searched(app: Partner): Promise<void> {
  const { items: top } = await app.call('eventsOlderTop')
  const { showId, name } = top[0]
  for (const address of ['198.51.100.1', '198.51.100.2', '2001:db8:1::1']) {
    const { isCounted } = await app.call('searchClick', {
      body: { text: name, itemId: showId, itemType: 'Show', position: 1 },
      headers: { 'x-forwarded-for': address },
    })
    expect(isCounted).toBe(true)
  }
  expect((await app.call('searchTop')).items).toEqual([{ text: name.toLowerCase() }])
}

/** The home page and the lists, in both languages. */
async function browse(app: Partner): Promise<void> {
  const { time } = await app.call('authTime')
  const date = time.slice(0, 10)
  const banners = await app.call('presentationBannersMain', {}, 'ka')
  expect(banners.items.length).toBeGreaterThan(0)
  expect((await app.call('showsMainBanner')).items.length).toBeGreaterThan(0)
  expect((await app.call('presentationAds')).items.length).toBeGreaterThan(0)
  const categories = await app.call('presentationCategories', { query: { status: 'Active' } })
  expect(categories.items.every(({ status }: Reply) => status === 'Active')).toBe(true)
  expect((await app.call('showsPinned')).items.length).toBeGreaterThan(0)
  const { items: fresh } = await app.call('showsNew')
  expect(fresh.length).toBeGreaterThan(0)
  const { items: listed } = await app.call('showsList', {
    query: { categoryType: 'Event', fromDate: date },
  })
  expect(listed.length).toBeGreaterThan(0)
  const today = await app.call('eventsOlderToday')
  expect(await app.call('catalogueEventsToday')).toEqual(today)
  const day = await app.call('catalogueEventsDay', { query: { date } })
  expect(day.items.map(({ eventId }: Reply) => eventId)).toEqual(
    expect.arrayContaining(today.items.map(({ eventId }: Reply) => eventId)),
  )
  const top = await app.call('catalogueEventsTop', { query: { topEventCount: 3 } })
  expect((await app.call('eventsOlderTop')).items.slice(0, 3)).toEqual(top.items)
  const older = await app.call('eventsOlderUpcoming')
  expect(older).toEqual(await app.call('catalogueEventsUpcoming'))
  const abroad = older.items.find(({ categoryKind }: Reply) => categoryKind === 5)
  const { ticketTypes } = await app.call('eventsOlderInternationalTicketTypes', {
    query: { eventId: abroad.eventId },
  })
  expect(ticketTypes[0].foreign.price.currency).not.toBe('GEL')
}

async function readShow(
  app: Partner,
  { showId, eventId }: { readonly showId: number; readonly eventId: number },
): Promise<void> {
  const info = await app.call('showsInfo', { query: { itemId: showId, itemType: 'Show' } })
  const show = await app.call('showsGet', { query: { itemId: showId } })
  expect(show.slug).toBe(info.slug)
  const calendar = await app.call('presentationGenerateCalendar', { query: { eventId } })
  expect(calendar).toContain('BEGIN:VEVENT')
}

/** Two tickets are held and the buyer named in one call; an expired and a valid promo code. */
async function order(
  app: Partner,
  { eventId, ticketTypeId, total }: Readonly<Record<'eventId' | 'ticketTypeId' | 'total', number>>,
): Promise<string> {
  const places = [{ ticketTypeId, quantity: 2 }]
  const chosen = await app.call('ordersGrootCheckoutNew', {
    body: { eventId, places, buyer, acceptTerms: true },
  })
  expect(app.token).toBeDefined()
  const { orderKey } = chosen.order
  const shown = await app.call('ordersGrootCheckoutGet', { path: { orderKey } })
  expect(shown.order.totals.total.amount).toBe(2 * total)
  await app.call('ordersGrootCheckout', { body: { orderKey, buyer, acceptTerms: true } })
  const cheaper = await app.call('promoCodesApply', { body: { orderKey, promoCode: 'GAMARJOBA' } })
  expect(cheaper.totals.total.amount).toBeLessThan(2 * total)
  const whole = await app.call('promoCodesUnapply', { body: { orderKey } })
  expect(whole.totals.total.amount).toBe(2 * total)
  expect(
    await app.refusalOf('promoCodesApply', { body: { orderKey, promoCode: 'SHEMODGOMA' } }),
  ).toBe('PromoCodeExpired')
  await app.call('promoCodesApply', { body: { orderKey, promoCode: 'GAMARJOBA' } })
  const details = await app.call('ordersGrootCheckoutDetails', { path: { orderKey } })
  expect(details.order.totals).toEqual(cheaper.totals)
  return orderKey
}

async function pay(environment: WalkEnvironment, app: Partner, orderKey: string): Promise<string> {
  const started = await app.call('ordersGrootCreatePayment', {
    body: { orderKey, provider: 2 },
    headers: { 'idempotency-key': 'older-app-1' },
  })
  await payAtBank(environment, started.redirectUrl)
  const outcome = await app.call('ordersGrootOrderComplete', { body: { orderKey } })
  expect(outcome.statusName).toBe('Processed')
  const { paymentId } = started
  const status = await app.call('ordersGrootPaymentStatus', { path: { orderKey, paymentId } })
  expect(status.state).toBe('captured')
  const { orderNumber } = outcome
  const done = await app.call('ordersGrootDetails', { path: { orderNumber } })
  expect(done.statusName).toBe('Processed')
  const { tickets } = await app.call('ticketsGet')
  expect(tickets).toHaveLength(2)
  return tickets[0].ticketIdentifier
}

/** A ticket is looked up by different callers and shared by a link. */
async function useTicket(app: Partner, ticketIdentifier: string): Promise<void> {
  const verified = await app.call('ticketsVerifyGet', { query: { ticketIdentifier } })
  expect(verified).toMatchObject({ exists: true, isValid: true, isUsed: false, isOwn: true })
  const before = await app.call('ticketsShareUrlGet', { query: { ticketIdentifier } })
  expect(before.url).toBeNull()
  await app.call('ticketsShareUrlCreate', { body: { ticketIdentifier } })
  const { url } = await app.call('ticketsShareUrlGet', { query: { ticketIdentifier } })
  expect(url).toContain('/tickets/shared/')
}
