import { sql } from 'kysely'
import {
  itemKey,
  type ConfirmedUnit,
  type FulfilmentSource,
  type SupplyAnswer,
  type SupplyRequest,
} from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { listClassRefunds, settleClassRefund } from '../office/lower-class.ts'
import { sourceName } from '../offer-source.ts'
import { readScreenings } from '../programme.ts'
import type { CinemaSupplier, SupplierAnswer, SupplierBooking } from './port.ts'

/** Time after which an unconfirmed paid booking is reported to operators. */
const confirmMilliseconds = 15 * 60_000

/** Fulfilment of seats that an external cinema system sells: it confirms them after the payment. */
export function createCinemaFulfilment(supplier: CinemaSupplier | null): FulfilmentSource {
  const parts = { listPartsDue: listClassRefunds, settlePart: settleClassRefund }
  if (supplier === null)
    return {
      ...parts,
      name: sourceName,
      listSupplied: async () => new Map(),
      confirm: async () => ({ kind: 'pending', detail: 'no cinema system is configured' }),
    }
  return {
    ...parts,
    name: sourceName,

    async listSupplied(context, items) {
      const screenings = await readScreenings(
        context,
        items.map(({ itemId }) => itemId),
      )
      const supplied = new Set(
        screenings
          .filter((screening) => screening.supplier === supplier.name)
          .map((screening) => screening.screeningId),
      )
      const confirmBy = new Date(context.clock.now().getTime() + confirmMilliseconds)
      return new Map(
        items
          .filter(({ itemId }) => supplied.has(itemId))
          .map((item) => [itemKey(item), { confirmBy }]),
      )
    },

    async confirm(context, request) {
      const seats = seatsOf(request)
      // Products of the bar are not sold by the supplier.
      if (seats.length === 0) return confirmedBy(request, null)
      const [screening] = await readScreenings(context, [request.item.itemId])
      const sessionId = screening?.supplierSession
      if (!screening || !sessionId) return { kind: 'refused', code: 'SESSION_UNKNOWN' }
      await recordRequest(context, request, supplier.name, seats)
      const { key, order } = request
      const booking = { key, lockKey: order.orderKey, sessionId, seats }
      return settle(context, request, await supplier.confirm(booking))
    },

    async lookUp(context, request) {
      if (seatsOf(request).length === 0) return { kind: 'absent' }
      const answer = await supplier.lookUp(request.key)
      if (answer.kind === 'answered')
        return answer.value === null
          ? { kind: 'absent' }
          : settle(context, request, { kind: 'answered', value: answer.value })
      return { kind: 'pending', detail: answer.kind === 'unknown' ? answer.detail : answer.code }
    },

    async cancel(context, { order, tickets }) {
      const seats = tickets.filter(({ ticketNumber }) => ticketNumber !== null)
      for (const [bookingNumber, own] of Map.groupBy(seats, (ticket) => ticket.bookingNumber)) {
        const numbers = own.flatMap(({ ticketNumber }) => ticketNumber ?? [])
        const answer = await supplier.refund(bookingNumber, numbers)
        if (answer.kind === 'unknown') return { kind: 'pending', detail: answer.detail }
        if (answer.kind === 'refused') return { kind: 'refused', code: answer.code }
        const lineIds = new Set(own.map(({ lineId }) => lineId))
        const placeIds = order.lines.flatMap(({ id, placeId }) =>
          lineIds.has(id) ? (placeId ?? []) : [],
        )
        await recordRefund(context, bookingNumber, placeIds)
      }
      return { kind: 'cancelled' }
    },
  }
}

/** Records places refunded by the supplier, for the nightly comparison. */
async function recordRefund(
  context: Context,
  bookingNumber: string,
  placeIds: readonly number[],
): Promise<void> {
  await sql`
    update supplier_booking set updated_at = ${context.clock.now()},
      refunded_place_ids = array(select distinct unnest(refunded_place_ids || ${[...placeIds]}::int[]))
    where booking_number = ${bookingNumber}`.execute(context.db)
}

function seatsOf({ lines }: SupplyRequest): number[] {
  return lines.flatMap(({ placeId }) => placeId ?? [])
}

/** Records a booking before the request is sent, so that a booking under this key is recognised as ours. */
async function recordRequest(
  context: Context,
  { key, order, item }: SupplyRequest,
  supplier: string,
  seats: readonly number[],
): Promise<void> {
  const now = context.clock.now()
  await sql`
    insert into supplier_booking (key, supplier, screening_id, order_id, place_ids, created_at, updated_at)
    values (${key}, ${supplier}, ${item.itemId}, ${order.id}, ${[...seats]}::int[], ${now}, ${now})
    on conflict (key) do nothing`.execute(context.db)
}

async function settle(
  context: Context,
  request: SupplyRequest,
  answer: SupplierAnswer<SupplierBooking>,
): Promise<SupplyAnswer> {
  if (answer.kind === 'unknown') return { kind: 'pending', detail: answer.detail }
  const now = context.clock.now()
  if (answer.kind === 'refused') {
    await sql`update supplier_booking set state = 'refused', updated_at = ${now}
      where key = ${request.key} and state = 'asked'`.execute(context.db)
    return { kind: 'refused', code: answer.code }
  }
  await sql`update supplier_booking set state = 'confirmed', booking_number = ${answer.value.bookingNumber},
    updated_at = ${now} where key = ${request.key}`.execute(context.db)
  return confirmedBy(request, answer.value)
}

/** Products have the number of the booking, or that of the order if there is no booking. */
function confirmedBy(
  { order, lines }: SupplyRequest,
  booking: SupplierBooking | null,
): SupplyAnswer {
  const bookingNumber = booking?.bookingNumber ?? order.orderNumber
  const numberOf = new Map(booking?.tickets.map(({ seat, ticketNumber }) => [seat, ticketNumber]))
  const units: ConfirmedUnit[] = []
  for (const { id: lineId, quantity, placeId } of lines) {
    const ticketNumber = placeId === null ? null : (numberOf.get(placeId) ?? null)
    // A seat without a ticket number is not confirmed.
    if (placeId !== null && ticketNumber === null)
      return { kind: 'pending', detail: `seat ${placeId} has no ticket number` }
    for (let unit = 0; unit < quantity; unit += 1)
      units.push({ lineId, unit, bookingNumber, ticketNumber })
  }
  return { kind: 'confirmed', units }
}
