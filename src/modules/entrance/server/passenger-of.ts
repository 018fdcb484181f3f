import { readPassengers, type LineDetail } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { ScanView } from '../contract.ts'

interface TicketOfLine {
  readonly orderId: number
  readonly orderLineId: number
  readonly lineUnit: number
  readonly detail: LineDetail
}

/** The passenger of a ticket, for comparison with a document; null for a ticket without a name. */
export async function passengerOf(
  context: Context,
  ticket: TicketOfLine,
): Promise<ScanView['passenger']> {
  return (await passengersOf(context, [ticket])).get(unitKey(ticket)) ?? null
}

/** The same for many, by `unitKey`. */
export async function passengersOf(
  context: Context,
  tickets: readonly TicketOfLine[],
): Promise<ReadonlyMap<string, NonNullable<ScanView['passenger']>>> {
  const orders = tickets.map(({ orderId, detail }) => ({ id: orderId, lines: [{ detail }] }))
  const known = await readPassengers(context, orders)
  return new Map(
    known.map(({ lineId, unit, passenger }) => [
      unitKey({ orderLineId: lineId, lineUnit: unit }),
      {
        name: `${passenger.givenName} ${passenger.familyName}`,
        documentEnding: passenger.documentNumber?.slice(-4) ?? null,
      },
    ]),
  )
}

/** One string for one unit of a ticket line. */
export function unitKey({
  orderLineId,
  lineUnit,
}: Omit<TicketOfLine, 'orderId' | 'detail'>): string {
  return `${orderLineId} ${lineUnit}`
}
