/**
 * Goal: a show with tickets to come is hidden on no path, and the refusal names the date; a late payment for what was hidden
 * without tickets is refunded. Method: the organiser's and the operator's calls over HTTP, orders in every state.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purchase, type Station } from '../../../../tests/hostile/purchases.ts'
import { openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'
import { expirePayingOrders } from '../server/expire-paying-orders.ts'
import { settlePayment } from '../server/settle-payment.ts'

let shop: HostileShop
let operator: string
beforeAll(async () => {
  shop = await openHostileShop()
  operator = await shop.operator()
})
afterAll(() => shop.close())

const settings = { isPinned: false, isMainBanner: false, popularity: 0 }

async function showWith(station: Station | null) {
  const event = await shop.event()
  const bought =
    station &&
    (await purchase(shop, {
      token: await shop.customer(),
      station,
      request: { event, placeIds: [1] },
    }))
  const row = await shop.context.db
    .selectFrom('event')
    .innerJoin('venue', 'venue.id', 'event.venue_id')
    .select(['show_id', 'starts_at', 'time_zone'])
    .where('event.id', '=', event.eventId)
    .executeTakeFirstOrThrow()
  const when = row.starts_at.toLocaleString('sv-SE', { timeZone: row.time_zone }).slice(0, 16)
  return { event, bought, showId: row.show_id, when }
}

const hide = (showId: number, status = 'Inactive') =>
  shop.post(`/v2/operator/shows/${showId}`, { ...settings, status }, operator)

/** A draft of the organiser that published this show. */
async function draftOf(merchantId: number, showId: number) {
  const staff = await shop.staff(merchantId)
  const { body } = await shop.post('/v2/merchantusers/shows', {}, staff)
  await shop.context.db
    .updateTable('show_draft')
    .set({ show_id: showId, is_public: true })
    .where('id', '=', body.draftId)
    .execute()
  return (isArchived: boolean) =>
    shop.post('/v2/merchantusers/shows/archive', { draftId: body.draftId, isArchived }, staff)
}

test.each(['draft', 'paying', 'paid'] as const)(
  'with an order that is %s neither an operator hides it nor its organiser archives it',
  async (station) => {
    const { event, showId, when } = await showWith(station)
    const archive = await draftOf(event.merchantId, showId)
    const date = `/v2/operator/events/${event.eventId}`
    const off = { status: 'Stopped', isOnSale: true, placesPerOrderMax: 10 }
    for (const refused of [
      await hide(showId),
      await hide(showId, 'Stopped'),
      await archive(true),
      await shop.post(date, off, operator),
    ]) {
      expect(refused.body.error).toMatchObject({ code: 'DateHasTickets', detail: { when } })
      expect(refused.body.error.message).toContain(when)
    }
    const sale = await shop.context.db
      .selectFrom('offering')
      .select(['is_on_sale', 'withdrawn_at'])
      .where('id', '=', event.offeringId)
      .executeTakeFirst()
    expect(sale).toEqual({ is_on_sale: true, withdrawn_at: null })
    // Once its holders have their money, it may go.
    const reason = { reasonKa: 'ავადმყოფობა', reasonEn: 'Illness' }
    expect((await shop.postProven(`${date}/cancel`, reason, operator)).status).toBe(200)
    expect((await archive(true)).status).toBe(200)
    expect((await hide(showId)).status).toBe(200)
  },
)

test('a show without tickets is hidden; who pays late for it gets the money back, and no ticket', async () => {
  const { event, bought, showId } = await showWith('paying')
  const paymentId = bought?.paymentId ?? ''
  // The buyer is still at the bank when the places are free again.
  shop.context.clock.advance(3_600)
  await expirePayingOrders(shop.context, shop.ports.checkout)
  expect((await hide(showId)).status).toBe(200)
  shop.bank.pay(bought?.payId ?? '', { kind: 'approve' })
  await settlePayment(shop.context, shop.ports.checkout, paymentId)
  const tickets = await shop.context.db
    .selectFrom('ticket')
    .select('id')
    .where('item_id', '=', event.eventId)
    .execute()
  expect(tickets).toEqual([])
  const refund = await shop.context.db
    .selectFrom('refund')
    .select('amount_minor')
    .where('payment_id', '=', paymentId)
    .execute()
  expect(refund).toEqual([{ amount_minor: bought?.total }])
  expect((await hide(showId, 'Active')).status).toBe(200)
  const again = await purchase(shop, {
    token: await shop.customer(),
    station: 'paid',
    request: { event, placeIds: [1] },
  })
  expect(again.ticketIdentifiers).toHaveLength(1)
})
