/**
 * A premiere in a hall of a misbehaving outside cinema system, and many concurrent buyers over HTTP. Shared by the test
 * and its long version.
 */
import { sql } from 'kysely'
import { orderStatus } from '#contract/enumerations.ts'
import { executeRefunds } from '#flows/checkout/server/execute-refunds.ts'
import { confirmDue } from '#flows/fulfilment/server/confirm-due.ts'
import { cancelDue } from '#flows/returns/server/supplier-cancellation.ts'
import { startCinema, type CinemaFake } from '../../../../fakes/cinema/start.ts'
import { callbackOf, startPayment } from '../../../../tests/hostile/purchases.ts'
import { buyer, openHostileShop, type HostileShop } from '../../../../tests/hostile/shop.ts'
import { brokenInvariants } from '../../returns/tests/invariants.ts'
import { compareBookings } from '../../../modules/cinema/server/supplier/compare.ts'
import { createVista } from '../../../modules/cinema/server/supplier/vista.ts'
import { makeCinema, makeScreening } from '../../../modules/cinema/tests/factories.ts'
import { hallLayout } from '../../../../db/seeds/cinema/layouts.ts'
import { placeCount } from '#seatmap/layout.ts'

export interface Premiere {
  readonly shop: HostileShop
  readonly house: CinemaFake
  readonly session: number
  readonly layout: ReturnType<typeof hallLayout>
  close(): Promise<void>
}

export const sessionName = 'PREMIERE-1'

/** A shop that sells a screening of the outside system, without faults at first. */
export async function openPremiere(): Promise<Premiere> {
  const house = await startCinema({ port: 0 })
  const shop = await openHostileShop({ CINEMA_URL: house.url, CINEMA_API_KEY: house.apiKey })
  const layout = hallLayout('grand')
  const cinema = await makeCinema(shop.context, { layout, forbidsSingleSeats: false })
  const startsAt = new Date(shop.context.clock.now().getTime() + 20 * 3_600_000)
  const supplier = { name: 'vista', session: sessionName }
  const session = await makeScreening(shop.context, cinema, { startsAt, supplier })
  const seatCount = placeCount(layout)
  house.system.addSession(sessionName, startsAt, seatCount)
  return {
    shop,
    house,
    session,
    layout,
    async close() {
      await shop.close()
      await house.stop()
    },
  }
}

/** One buyer: seats, details, payment; a refusal ends it. Returns whether the bank was paid. */
export async function buy(
  premiere: Premiere,
  seats: readonly { readonly placeId: number; readonly ticketTypeId: number }[],
): Promise<boolean> {
  const { shop, session } = premiere
  const token = await shop.guest()
  const booked = await shop.post('/groot/Cavea/BookSeat', { sessionId: session, seats }, token)
  if (booked.status !== 200) return false
  const { orderKey } = booked.body
  await pay(premiere, orderKey, token)
  return true
}

/** Details and payment for held seats. */
export async function pay({ shop }: Premiere, orderKey: string, token: string): Promise<void> {
  await shop.post('/groot/Cavea/Checkout', { orderKey, buyer, acceptTerms: true }, token)
  const { payId } = await startPayment(shop, orderKey, token)
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
  await shop.post('/v2/orders/complete', { orderKey }, token)
}

/** Runs the worker until nothing waits for the supplier. */
export async function settle({ shop, house }: Premiere): Promise<void> {
  house.chance = null
  for (let round = 0; round < 200; round += 1) {
    const asked = await confirmDue(shop.context, shop.ports.fulfilment)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from orders where status = ${orderStatus.WaitingForTicket}`.execute(
      shop.context.db,
    )
    if (asked === 0 && rows[0]?.count === 0) break
    shop.context.clock.advance(60)
  }
  for (let round = 0; round < 5; round += 1) {
    await cancelDue(shop.context, shop.ports.returns)
    shop.context.clock.advance(60)
  }
  for (let round = 0; round < 3; round += 1) {
    while ((await executeRefunds(shop.context, shop.ports.checkout)) > 0)
      shop.context.clock.advance(60)
    shop.context.clock.advance(60)
  }
}

/** Violated invariants once all is settled; empty when there are none. */
export async function findings({ shop, house, session }: Premiere): Promise<string[]> {
  const { db } = shop.context
  const elsewhere = await sql<{ what: string }>`
    select e.offering_id || '/' || p.place_id || ' leg 0' as what from supplier_seat p
    join screening e on e.id = p.screening_id`.execute(db)
  const isElsewhere = new Set(elsewhere.rows.map(({ what }) => what))
  // Seats that the supplier sold are sold here without a ticket of ours.
  const found = ((await brokenInvariants(shop.context)) as { breach: string; what: string }[])
    .filter(({ what }) => !isElsewhere.has(what))
    .map((one) => JSON.stringify(one))
  const tickets = await sql<{
    placeId: number
    bookingNumber: string | null
    ticketNumber: string | null
  }>`
    select l.place_id as "placeId", t.booking_number as "bookingNumber", t.supplier_ticket_number as "ticketNumber"
    from ticket t join order_line l on l.id = t.order_line_id
    where t.source = 'cinema' and t.item_id = ${session} and t.status = 1`.execute(db)
  const there = new Map(
    [...house.system.bookings.values()].flatMap(({ tickets: sold }) =>
      sold
        .filter(({ isRefunded }) => !isRefunded)
        .map(({ seat, ticketNumber }) => [seat, ticketNumber] as const),
    ),
  )
  for (const { placeId, bookingNumber, ticketNumber } of tickets.rows)
    if (bookingNumber === null || there.get(placeId) !== ticketNumber)
      found.push(`seat ${placeId} has no ticket of the cinema`)
  if (new Set(tickets.rows.map(({ placeId }) => placeId)).size < tickets.rows.length)
    found.push('a seat has two tickets')
  if (there.size !== tickets.rows.length)
    found.push(`${there.size} seats are sold there, ${tickets.rows.length} here`)
  const lost = await sql<{ orderKey: string; paid: number; back: number; valid: number }>`
    select o.order_key as "orderKey", o.total_minor as paid, o.returned_minor as back,
      (select coalesce(sum(l.unit_price_minor), 0)::int from ticket t join order_line l on l.id = t.order_line_id
        where t.order_id = o.id and t.status = 1) as valid
    from orders o where exists (select from payment p where p.order_key = o.order_key and p.captured_minor is not null)`.execute(
    db,
  )
  for (const { orderKey, paid, back, valid } of lost.rows)
    if (paid !== back + valid)
      found.push(`${orderKey} paid ${paid}, has tickets for ${valid} and ${back} back`)
  const supplier = createVista({ url: house.url, apiKey: house.apiKey })
  const differences = await compareBookings(shop.context, supplier)
  if (differences !== 0) found.push(`the nightly comparison finds ${differences}`)
  return found
}
