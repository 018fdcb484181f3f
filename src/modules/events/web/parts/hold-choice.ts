import { CallError, type Client } from '#contract/client.ts'
import { chooseSeat } from '#modules/events/contract.ts'
import { unreserve, type OrderView } from '#modules/orders/contract.ts'

/** Places to hold at one event; each call takes one kind of places, so two kinds need two calls. */
export interface ChoiceToHold {
  readonly eventId: number
  /** The access code of reserved places, or the key of a private show. */
  readonly accessCode?: string
  readonly waitingRoomToken?: string
  /** The digest of the plan in which the seats were chosen. */
  readonly digest?: string | undefined
  /** `guests` is the number of guests at a table. */
  readonly seats: { placeId: number; ticketTypeId: number; guests?: number }[]
  readonly places: { ticketTypeId: number; quantity: number; guests?: number }[]
  /** The visitor's open order that these places are added to. */
  readonly order?: { readonly orderKey: string; readonly lineIds: ReadonlySet<number> }
}

/**
 * Holds all or nothing: when the second call is refused, the places of the first are released before the refusal is
 * reported. Returns the order's key.
 */
export async function holdChoice(client: Client, request: ChoiceToHold): Promise<string> {
  const { seats, places, digest, order, eventId, accessCode, waitingRoomToken } = request
  const admission = { eventId, accessCode, waitingRoomToken }
  let held: OrderView | undefined
  const hold = (part: Pick<ChoiceToHold, 'seats' | 'digest'> | Pick<ChoiceToHold, 'places'>) => {
    const orderKey = held?.orderKey ?? order?.orderKey
    const body = { ...admission, ...part, ...(orderKey === undefined ? {} : { orderKey }) }
    return client.send(chooseSeat, { body }, { idempotencyKey: crypto.randomUUID() })
  }
  if (seats.length > 0) held = await hold({ seats, digest })
  if (places.length > 0)
    try {
      held = await hold({ places })
    } catch (error) {
      if (held) await releaseWhatWasTaken(client, held, order?.lineIds)
      throw error
    }
  const orderKey = held?.orderKey ?? order?.orderKey
  if (orderKey === undefined) throw new Error('Nothing was chosen')
  return orderKey
}

/** Ends a new order; removes only the new lines of an existing one. */
async function releaseWhatWasTaken(
  client: Client,
  held: OrderView,
  olderLineIds: ReadonlySet<number> | undefined,
): Promise<void> {
  const { orderKey } = held
  const fresh = held.lines.filter(
    ({ kind, lineId }) => kind === 'Ticket' && !olderLineIds?.has(lineId),
  )
  const body = olderLineIds
    ? { orderKey, lineIds: fresh.map(({ lineId }) => lineId) }
    : { orderKey, cancel: true }
  try {
    await client.send(unreserve, { body }, { idempotencyKey: crypto.randomUUID() })
  } catch {
    // The original refusal is reported; places that remain held are shown as held and expire.
  }
}

/** The seats were refused because their numbers are those of a former plan. */
export function hasOtherPlan(error: unknown): boolean {
  return error instanceof CallError && error.code === 'SeatPlanChanged'
}

/** Places taken by other buyers meanwhile, from the details of a refusal. */
export function takenPlaces(error: unknown): ReadonlySet<number> {
  if (!(error instanceof CallError) || error.code !== 'SeatNotAvailable') return new Set()
  const placeIds = error.detail['placeIds']
  return new Set(Array.isArray(placeIds) ? placeIds.filter(Number.isInteger) : [])
}
