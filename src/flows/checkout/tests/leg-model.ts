/** A plain model of places by leg and of the orders that hold them, run in parallel with the shop. */
import { orderStatus } from '#contract/enumerations.ts'
import { missingPlace } from '#modules/inventory/server/public-api.ts'
import {
  legFeeMinor,
  legPriceMinor,
  type JourneyPlaces,
} from '#modules/orders/tests/journey-source.ts'

export const [legCount, placeCount, deckCapacity] = [11, 3, 3] as const

/** How often all runs reached each outcome. */
export const tally = {
  granted: 0,
  refused: 0,
  partly: 0,
  released: 0,
  sold: 0,
  late: 0,
  moneyBack: 0,
  returned: 0,
  tooLate: 0,
  passedOn: 0,
  refusedReturn: 0,
  died: 0,
  rearranged: 0,
  unseated: 0,
  lapsed: 0,
}

/** One line of tickets: a named place, or a quantity of the deck (`placeId` null). */
export interface Claim {
  readonly offeringId: number
  /** Another one once the places have been rearranged. */
  placeId: number | null
  readonly legFrom: number
  readonly legTo: number
  readonly quantity: number
}

/** One unit of a sold claim. */
export interface ModelTicket {
  readonly identifier: string
  readonly claim: Claim
  readonly departsAt: number
  isReturned: boolean
  isPassedOn: boolean
}

export interface ModelOrder {
  readonly orderId: number
  readonly orderKey: string
  state: 'open' | 'paying' | 'sold' | 'ended'
  deadline: number
  isCaptured: boolean
  readonly claims: Claim[]
  /** Once it is sold. */
  readonly tickets: ModelTicket[]
  /** Amount refunded of a sold order. */
  returnedMinor: number
}

const hour = 3_600_000
/**
 * Return policy of the journeys: up to this long before departure from the boarding stop, this many basis points are
 * deducted.
 */
const tiers = [
  [15, 0],
  [4, 1_500],
  [1, 3_000],
] as const

/** The refund of a ticket at this price, or null when it is too late; its fee is never refunded. */
export function comesBack(priceMinor: number, departsAt: number, now: number): number | null {
  const tier = tiers.find(([hours]) => now <= departsAt - hours * hour)
  return tier ? priceMinor - Math.round((priceMinor * tier[1]) / 10_000) : null
}

interface ModelRequest {
  readonly offeringId: number
  readonly parts: readonly JourneyPlaces[]
}

interface Rearranged {
  readonly count: number
  /** Places and legs. */
  readonly withheld: ReadonlySet<string>
}

export interface Expected {
  readonly isGranted: boolean
  /** The lines added to the order; none for places that it already holds. */
  readonly claims: readonly Claim[]
}

export class LegModel {
  readonly orders: ModelOrder[] = []
  /** Offerings whose places were rearranged. */
  readonly #rearranged = new Map<number, Rearranged>()

  /** From now on the offering has places 1 to `count`, without those withheld. */
  rearrange(
    offeringId: number,
    count: number,
    blocked: readonly { readonly placeId: number; readonly leg: number }[],
  ): void {
    const withheld = new Set(blocked.map(({ placeId, leg }) => `${placeId} ${leg}`))
    this.#rearranged.set(offeringId, { count, withheld })
  }

  #isOffered({ offeringId, placeId, legFrom, legTo }: Claim): boolean {
    const { count = placeCount, withheld } = this.#rearranged.get(offeringId) ?? {}
    if ((placeId ?? 0) > count) return false
    for (let leg = legFrom; leg < legTo; leg += 1)
      if (withheld?.has(`${placeId} ${leg}`)) return false
    return true
  }

  open({ id: orderId, orderKey }: { readonly id: number; readonly orderKey: string }): ModelOrder {
    const order: ModelOrder = {
      orderId,
      orderKey,
      state: 'open',
      deadline: 0,
      isCaptured: false,
      claims: [],
      tickets: [],
      returnedMinor: 0,
    }
    this.orders.push(order)
    return order
  }

  isOpen(order: ModelOrder, now: number): boolean {
    return order.state === 'open' && order.deadline > now
  }

  /** Results of all requests; they are for different offerings, so none blocks another. */
  expect(
    order: ModelOrder | undefined,
    requests: readonly ModelRequest[],
    now: number,
  ): Expected[] {
    if (order && !this.isOpen(order, now))
      return requests.map(() => ({ isGranted: false, claims: [] }))
    return requests.map((request) => this.#expectOne(order, request, now))
  }

  #expectOne(
    order: ModelOrder | undefined,
    { offeringId, parts }: ModelRequest,
    now: number,
  ): Expected {
    const own = (order?.claims ?? []).filter((claim) => claim.offeringId === offeringId)
    const wanted = parts.flatMap(({ legFrom, legTo, places = [], deck }): Claim[] => [
      ...places.map((placeId) => ({ offeringId, placeId, legFrom, legTo, quantity: 1 })),
      ...(deck ? [{ offeringId, placeId: null, legFrom, legTo, quantity: deck }] : []),
    ])
    const claims: Claim[] = []
    const asked: Claim[] = []
    for (const claim of wanted) {
      const isSame = own.some((other) => claim.placeId !== null && areSame(claim, other))
      if (asked.some((other) => doOverlap(claim, other))) return { isGranted: false, claims: [] }
      asked.push(claim)
      if (isSame) continue
      if (own.some((other) => doOverlap(claim, other))) return { isGranted: false, claims: [] }
      claims.push(claim)
    }
    const isGranted = this.#fits(claims, this.#live(now))
    return { isGranted, claims: isGranted ? claims : [] }
  }

  /** Whether an order with a late payment may keep or take again all of its places. */
  canHave(order: ModelOrder, now: number): boolean {
    const others = this.#live(now, order)
    return this.#fits(order.claims, others)
  }

  #live(now: number, besides?: ModelOrder): Claim[] {
    return this.orders.filter((order) => order !== besides && isLive(order, now)).flatMap(heldBy)
  }

  #fits(claims: readonly Claim[], others: readonly Claim[]): boolean {
    return claims.every((claim) => {
      if (claim.placeId !== null)
        return this.#isOffered(claim) && !others.some((other) => doOverlap(claim, other))
      for (let leg = claim.legFrom; leg < claim.legTo; leg += 1) {
        const taken = [...others, ...claims].filter((other) => isDeckOn(other, claim, leg))
        if (taken.reduce((sum, { quantity }) => sum + quantity, 0) > deckCapacity) return false
      }
      return true
    })
  }

  /** How much of each place and deck is taken on each leg. */
  taken(now: number): Record<string, number> {
    const taken: Record<string, number> = {}
    for (const { offeringId, placeId, legFrom, legTo, quantity } of this.#live(now))
      for (let leg = legFrom; leg < legTo; leg += 1) {
        const key = `${offeringId}:${placeId ?? 'deck'}:${leg}`
        taken[key] = (taken[key] ?? 0) + quantity
      }
    return taken
  }
}

/** The places of an order, less those returned; a claim that has lost its place while it was being paid holds none. */
function heldBy({ state, claims, tickets }: ModelOrder): Claim[] {
  if (state !== 'sold') return claims.filter(({ placeId }) => placeId !== missingPlace)
  return tickets
    .filter(({ isReturned }) => !isReturned)
    .map(({ claim }) => ({ ...claim, quantity: 1 }))
}

/** Sold, or held until a deadline that has not come. */
export function isLive({ state, deadline }: ModelOrder, now: number): boolean {
  return state === 'sold' || (state !== 'ended' && deadline > now)
}

function areSame(one: Claim, other: Claim): boolean {
  return one.placeId === other.placeId && one.legFrom === other.legFrom && one.legTo === other.legTo
}

/** The same named place on a leg of both. */
function doOverlap(one: Claim, other: Claim): boolean {
  return (
    one.placeId !== null &&
    one.offeringId === other.offeringId &&
    one.placeId === other.placeId &&
    one.legFrom < other.legTo &&
    other.legFrom < one.legTo
  )
}

function isDeckOn(other: Claim, claim: Claim, leg: number): boolean {
  return (
    other.placeId === null &&
    other.offeringId === claim.offeringId &&
    other.legFrom <= leg &&
    leg < other.legTo
  )
}

/** A line as far as it is compared. */
export function lineKey(line: {
  readonly offeringId: number | null
  readonly placeId: number | null
  readonly legFrom: number | null
  readonly legTo: number | null
  readonly quantity: number
}): string {
  const { offeringId, placeId, legFrom, legTo, quantity } = line
  return `${offeringId} ${placeId ?? 'deck'} ${legFrom}-${legTo} × ${quantity}`
}

/** The total of an order's lines. */
export function priceOf({ claims }: ModelOrder): number {
  return claims.reduce(
    (sum, { legFrom, legTo, quantity }) =>
      sum + (legTo - legFrom) * (legPriceMinor + legFeeMinor) * quantity,
    0,
  )
}

/** The amount of a paid order that is not refunded. */
export function keptOf(order: ModelOrder): number {
  return order.state === 'sold' ? priceOf(order) - order.returnedMinor : 0
}

/** Ended without a valid ticket; transferred when tickets were transferred and the buyer holds none. */
export function statusOf({ tickets }: ModelOrder): number {
  const good = tickets.filter(({ isReturned }) => !isReturned)
  if (good.length === 0) return orderStatus.Canceled
  return good.every(({ isPassedOn }) => isPassedOn)
    ? orderStatus.Transferred
    : orderStatus.Processed
}
