/** What the pages of an order of journeys are loaded with. */
import type { ReplyOf } from '#contract/call.ts'
import { CallError } from '#contract/client.ts'
import { seatPlan, type CoachView } from '../contract.ts'
import { journeyOrder } from '../sale-contract.ts'
import type { JourneyOrderView } from '../shapes.ts'
import type { Send } from './search-data.ts'

export type OrderSegment = JourneyOrderView['segments'][number]
export type JourneyTicket = OrderSegment['tickets'][number]
export type SeatPlan = ReplyOf<typeof seatPlan>
export type Seat = CoachView['seats'][number]

/** Null for an order of somebody else, or none. */
export async function readJourneyOrder(
  send: Send,
  orderKey: string,
): Promise<JourneyOrderView | null> {
  try {
    return await send(journeyOrder, { query: { orderKey } })
  } catch (error) {
    const codes = ['OrderNotFound', 'BadRequest', 'Unauthenticated']
    if (error instanceof CallError && codes.includes(error.code)) return null
    throw error
  }
}

/** Seats are chosen and passengers named only while the order is not paid and not over. */
export function isOpenOrder({ statusName }: JourneyOrderView): boolean {
  return statusName === 'Draft' || statusName === 'Checkout'
}

export interface SeatsPage {
  readonly order: JourneyOrderView | null
  /** Which vehicle of the order is shown. */
  readonly index: number
  readonly plan: SeatPlan | null
}

/** The seats of one vehicle of an order. */
export async function loadSeats(send: Send, params: URLSearchParams): Promise<SeatsPage> {
  const order = await readJourneyOrder(send, params.get('orderKey') ?? '')
  if (!order || !isOpenOrder(order)) return { order: null, index: 0, plan: null }
  const index = Math.min(Number(params.get('part')) || 0, order.segments.length - 1)
  const { runId, legFrom, legTo } = order.segments[index]?.segment ?? {}
  if (runId === undefined || runId === null || legFrom === undefined || legTo === undefined)
    return { order, index: 0, plan: null }
  const query = { runId, legFrom, legTo, orderKey: order.orderKey }
  return { order, index, plan: await send(seatPlan, { query }) }
}

/** The two decks of a coach have one number; each is drawn by itself. */
export function coachKey({ number, deck }: Pick<CoachView, 'number' | 'deck'>): string {
  return `${number}.${deck}`
}
