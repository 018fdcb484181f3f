/** Which choices of seats a cinema does not sell: pure. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Failure } from '#kernel/result.ts'
import { isFree, placeState } from '#seatmap/availability.ts'
import { avoidableSingleSeats } from '#seatmap/best.ts'
import type { ExpandedLayout } from '#seatmap/expand.ts'
import { seatFlagBit } from '#seatmap/layout.ts'
import { seatsOfSofa } from '../sofas.ts'

export interface ChosenSeats {
  readonly layout: ExpandedLayout
  /** By place id; what the caller's own order holds is `yours`. */
  readonly states: Uint8Array
  readonly chosen: ReadonlySet<number>
  readonly forbidsSingleSeats: boolean
}

/** The first rule that a choice breaks: whole sofas, companions, single gaps. */
export function refusalOfSeats(choice: ChosenSeats): Failure<ErrorCode> | null {
  return refusalOfSofas(choice) ?? refusalOfCompanions(choice) ?? refusalOfGaps(choice)
}

function refusalOfSofas({ layout, states, chosen }: ChosenSeats): Failure<ErrorCode> | null {
  for (const placeId of chosen) {
    const missing = seatsOfSofa(layout, placeId).filter(
      (seat) => !chosen.has(seat) && states[seat] !== placeState.yours && isFree(states[seat]),
    )
    if (missing.length > 0) return fail('SofaNotWhole', { placeIds: missing })
  }
  return null
}

/** A companion sits beside a wheelchair space of the same order. */
function refusalOfCompanions({ layout, states, chosen }: ChosenSeats): Failure<ErrorCode> | null {
  const has = (placeId: number, flag: number) => ((layout.flags[placeId] ?? 0) & flag) !== 0
  const mine = (placeId: number) => chosen.has(placeId) || states[placeId] === placeState.yours
  for (const placeId of chosen) {
    if (!has(placeId, seatFlagBit.companion)) continue
    const row = layout.row[placeId]
    const isBeside = [placeId - 1, placeId + 1].some(
      (other) => layout.row[other] === row && has(other, seatFlagBit.accessible) && mine(other),
    )
    if (!isBeside) return fail('CompanionAlone', { placeIds: [placeId] })
  }
  return null
}

function refusalOfGaps(choice: ChosenSeats): Failure<ErrorCode> | null {
  const { layout, states, chosen, forbidsSingleSeats } = choice
  if (!forbidsSingleSeats) return null
  // A place for companions beside a free wheelchair space is not left alone: the two are one.
  const alone = avoidableSingleSeats(layout, states, chosen).filter(
    (placeId) => (layout.flags[placeId] ?? 0) === 0,
  )
  return alone.length > 0 ? fail('SingleSeatLeft', { placeIds: alone }) : null
}
