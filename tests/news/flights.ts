/**
 * A flight whose airline changes it. Each purchase is a booking of its own, and the airline's decision reaches the
 * bookings that have tickets: one ticketed later is changed right after it.
 */
import { confirmDue } from '#flows/fulfilment/server/confirm-due.ts'
import { checkScheduleChanges } from '#modules/flights/server/public-api.ts'
import { setCurrencyRates } from '#modules/rates/server/public-api.ts'
import { startDuffel, type DuffelFake } from '../../fakes/duffel/start.ts'
import { dayOfRates } from '../../src/modules/rates/server/rules.ts'
import { book, completeSearch, dayFrom, family } from '../flights/traveller.ts'
import { expectOk } from '../hostile/purchases.ts'
import { openHostileShop, type HostileShop } from '../hostile/shop.ts'
import type { Subject } from './subjects.ts'

/** A shop that sells flights of an outside supplier. */
export async function openFlightShop(): Promise<{
  readonly shop: HostileShop
  readonly duffel: DuffelFake
  close(): Promise<void>
}> {
  const started = { shop: null as HostileShop | null }
  const now = () => started.shop?.context.clock.now() ?? new Date()
  const duffel = await startDuffel({ port: 0, now })
  const shop = await openHostileShop({ DUFFEL_URL: duffel.url })
  started.shop = shop
  await setCurrencyRates(shop.context, {
    ratedOn: dayOfRates(shop.context.clock.now()),
    rates: { EUR: 3_151_200, USD: 2_715_300 },
    source: 'test',
  })
  return {
    shop,
    duffel,
    async close() {
      await shop.close()
      await duffel.stop()
    },
  }
}

/** What the airline last did to a ticketed booking; null: it was cancelled. */
interface Ticketed {
  readonly reference: string
  readonly orderKey: string
  readonly token: string
  minutes: number | null
}

export async function makeFlight(shop: HostileShop, duffel: DuffelFake): Promise<Subject> {
  const { context, ports } = shop
  const suppliers = { suppliers: ports.flights.suppliers, tickets: ports.tickets }
  const ticketed: Ticketed[] = []
  const query = {
    fromAirport: 'TBS',
    toAirport: 'IST',
    fromDate: dayFrom(shop, 45),
    providers: 'duffel',
    sortType: 'price',
  }
  const search = async () => (await completeSearch(shop, query)).items[0]
  const first = await search()
  /** Of the airline; null: the flight is cancelled. */
  let wanted: number | null = 0

  /** Lets the airline do to a booking what it did to the others. */
  async function bringUp(booking: Ticketed): Promise<boolean> {
    if (booking.minutes === null || booking.minutes === wanted) return false
    duffel.change(booking.reference, wanted === null ? null : wanted - booking.minutes)
    booking.minutes = wanted
    // As an event of the supplier does: the next round looks at it.
    await context.db
      .updateTable('flight_booking')
      .set({ changes_checked_at: null })
      .where('reference', '=', booking.reference)
      .execute()
    return true
  }

  async function decide(minutes: number | null): Promise<void> {
    wanted = minutes
    for (const booking of ticketed) await bringUp(booking)
    await checkScheduleChanges(context, suppliers)
  }

  return {
    name: 'flight',
    firstStart: new Date(first.slices[0].legs[0].departsAt),
    async choose(token) {
      const { itineraryId } = (await search()).fares[0]
      return (await book(shop, { token, itineraryId, passengers: family(1) })).orderKey
    },
    delay: decide,
    cancel: () => decide(null),
    reinstate: null,
    // The name on the ticket of a flight cannot be changed.
    mayPassOn: false,
    async issue(token, orderKey) {
      await confirmDue(context, ports.fulfilment)
      const path = `/v2/flights/order/iati?orderKey=${orderKey}`
      const { reference, state } = await expectOk(shop.get(path, token))
      if (state !== 'ticketed') return null
      const booking: Ticketed = { reference, orderKey, token, minutes: 0 }
      ticketed.push(booking)
      const isNews = await bringUp(booking)
      await checkScheduleChanges(context, suppliers)
      return { isNews }
    },
    async accept() {
      const [booking] = ticketed.toReversed()
      if (!booking) return
      const { orderKey, token } = booking
      const { change } = await expectOk(shop.get(`/v2/flights/order?orderKey=${orderKey}`, token))
      if (change?.state !== 'open' || change.after.length === 0) return
      const { changeId } = change
      await expectOk(shop.post('/v2/flights/accept-change', { orderKey, changeId }, token))
    },
  }
}
