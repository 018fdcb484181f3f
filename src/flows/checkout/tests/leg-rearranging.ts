/** Gives an offering other places, as another vehicle does: shop and model move the same holders. */
import { expect } from 'vitest'
import { invariant, ok } from '#kernel/result.ts'
import { missingPlace, rearrangeLegs } from '#modules/inventory/server/public-api.ts'
import {
  moveLines,
  readSeatedLines,
  releaseOrder,
  type SeatedLine,
} from '#modules/orders/server/public-api.ts'
import { moveTickets } from '#modules/tickets/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { isLive, legCount, tally, type Claim, type LegModel, type ModelOrder } from './leg-model.ts'
import { crashesDuring } from './simulated-crash.ts'
import type { TestEnv } from './test-env.ts'

/** Fewer, as many and more than an offering begins with. */
const placeCounts = [1, 2, 3, 4, 5]

/** What of a run is needed. */
export interface RearrangedRun {
  readonly world: {
    readonly env: Pick<TestEnv, 'context'>
    readonly below: (below: number) => number
  }
  readonly model: LegModel
  readonly now: number
  comparePlaces(): Promise<void>
}

interface Moving {
  readonly order: ModelOrder
  readonly claim: Claim
  /** Null when no place is left for it. */
  readonly toPlaceId: number | null
}

interface Rearrangement {
  readonly offeringId: number
  readonly placeCount: number
  readonly moving: readonly Moving[]
  /** Claims of orders that are not paid and hold nothing any more. */
  readonly lapsed: readonly Omit<Moving, 'toPlaceId'>[]
  readonly blocked: readonly { readonly placeId: number; readonly leg: number }[]
}

/**
 * Holders move to random places where they do not meet; sold places for which none is left get numbers beyond, held ones
 * are released, or lose their number when they are being paid, as do expired ones. Some free places are withheld.
 */
export async function rearrange(
  run: RearrangedRun,
  offeringId: number,
): Promise<readonly ModelOrder[]> {
  const { env, below } = run.world
  const change = plan(run, offeringId)
  const work = (context: CallContext) => rearrangeInShop(context, change)
  const statements = below(3) === 0 ? below(12) : Number.POSITIVE_INFINITY
  if (await crashesDuring(env.context, statements, work)) {
    tally.died += 1
    await run.comparePlaces()
    await work(env.context)
  }
  return follow(run, change)
}

/** The model afterwards; returns the orders that were concerned. */
function follow(run: RearrangedRun, change: Rearrangement): ModelOrder[] {
  const { offeringId, placeCount, moving, lapsed, blocked } = change
  for (const one of moving) {
    const { order, claim, toPlaceId } = one
    if (isReleased(one)) order.claims.splice(order.claims.indexOf(claim), 1)
    else claim.placeId = toPlaceId ?? missingPlace
    if (toPlaceId === null) tally.unseated += 1
  }
  for (const { claim } of lapsed) claim.placeId = missingPlace
  run.model.rearrange(offeringId, placeCount, blocked)
  tally.rearranged += 1
  tally.lapsed += lapsed.length
  return [...moving, ...lapsed].map(({ order }) => order)
}

/** What both sides are going to do, from the model alone. */
function plan(run: RearrangedRun, offeringId: number): Rearrangement {
  const { below } = run.world
  const placeCount = placeCounts[below(placeCounts.length)] ?? 3
  const named = run.model.orders.flatMap((order) =>
    namedClaims(order, offeringId).map((claim) => ({ order, claim })),
  )
  const live = named.filter(({ order }) => isLive(order, run.now))
  // Sold places move in any case, so they are placed first.
  const waiting = live
    .toSorted(() => below(3) - 1)
    .toSorted((one, other) => rankOf(one.order) - rankOf(other.order))
  const taken = new Set<string>()
  const moving: Moving[] = []
  let beyond = placeCount
  for (const { order, claim } of waiting) {
    const legs = legsOf(claim)
    const first = below(placeCount)
    const found = Array.from(
      { length: placeCount },
      (_, index) => 1 + ((first + index) % placeCount),
    ).find((placeId) => legs.every((leg) => !taken.has(`${placeId} ${leg}`)))
    const toPlaceId = found ?? (order.state === 'sold' ? (beyond += 1) : null)
    moving.push({ order, claim, toPlaceId })
    for (const leg of legs) taken.add(`${toPlaceId} ${leg}`)
  }
  const blocked = Array.from({ length: placeCount * legCount }, (_, index) => ({
    placeId: 1 + Math.floor(index / legCount),
    leg: index % legCount,
  })).filter(({ placeId, leg }) => !taken.has(`${placeId} ${leg}`) && below(8) === 0)
  const lapsed = named.filter(({ order }) => !isLive(order, run.now))
  return { offeringId, placeCount: beyond, moving, lapsed, blocked }
}

const rankOf = ({ state }: ModelOrder): number => (state === 'sold' ? 0 : 1)

/** Of a sold order, those of valid tickets: who has returned a ticket has no place to lose. */
function namedClaims({ state, claims, tickets }: ModelOrder, offeringId: number): Claim[] {
  const own =
    state === 'sold' ? tickets.flatMap((one) => (one.isReturned ? [] : one.claim)) : claims
  return own.filter(
    ({ offeringId: of, placeId }) =>
      of === offeringId && placeId !== null && placeId !== missingPlace,
  )
}

function legsOf({ legFrom, legTo }: Claim): number[] {
  return Array.from({ length: legTo - legFrom }, (_, index) => legFrom + index)
}

const isReleased = ({ order, toPlaceId }: Moving): boolean =>
  toPlaceId === null && order.state === 'open'

async function rearrangeInShop(context: Context, change: Rearrangement): Promise<void> {
  const { offeringId, placeCount, moving, lapsed, blocked } = change
  await inTransaction(context, async (inside) => {
    const lines = await readSeatedLines(inside, offeringId)
    const lineOf = (order: ModelOrder, claim: Claim): SeatedLine => {
      const found = lines.find(
        (line) =>
          line.orderId === order.orderId &&
          line.placeId === claim.placeId &&
          line.legFrom === claim.legFrom &&
          line.legTo === claim.legTo,
      )
      invariant(found, `order ${order.orderId} has a line of place ${claim.placeId}`)
      return found
    }
    const placed = moving.flatMap(({ order, claim, toPlaceId }) =>
      toPlaceId === null ? [] : [{ ...lineOf(order, claim), toPlaceId }],
    )
    for (const one of moving.filter(isReleased)) {
      const lineIds = [lineOf(one.order, one.claim).lineId]
      const { orderKey } = one.order
      const system = { ...inside, actor: { kind: 'system' } as const }
      expect((await releaseOrder(system, { orderKey, lineIds, cancel: false })).ok).toBe(true)
    }
    const lost = [...moving.filter((one) => one.toPlaceId === null && !isReleased(one)), ...lapsed]
    await rearrangeLegs(inside, { offeringId, placeCount, moves: placed, blocked })
    const moved = placed.map(({ lineId, toPlaceId }) => ({
      lineId,
      placeId: toPlaceId,
      row: null,
      seat: String(toPlaceId),
      section: null,
    }))
    const without = lost.map(({ order, claim }) => ({
      lineId: lineOf(order, claim).lineId,
      placeId: missingPlace,
      row: null,
      seat: null,
      section: null,
    }))
    await moveLines(inside, [...moved, ...without])
    await moveTickets(inside, moved)
    return ok(null)
  })
}
