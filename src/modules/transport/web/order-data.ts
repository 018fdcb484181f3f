/** Loaders of the pages of a journey order. */
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

/** Null if the order does not exist or belongs to another customer. */
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

/** Seats and passengers can be changed only while the order is neither paid nor expired. */
export function isOpenOrder({ statusName }: JourneyOrderView): boolean {
  return statusName === 'Draft' || statusName === 'Checkout'
}

export interface SeatsPage {
  readonly order: JourneyOrderView | null
  /** Index of the displayed segment. */
  readonly index: number
  readonly plan: SeatPlan | null
}

/** The seats of one segment of an order. */
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

/** The decks of a coach share its number; each has its own drawing. */
export function coachKey({ number, deck }: Pick<CoachView, 'number' | 'deck'>): string {
  return `${number}.${deck}`
}
