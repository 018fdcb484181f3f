/** Rules for choices of seats. Pure. */
import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Failure } from '#kernel/result.ts'
import { isFree, placeState } from '#seatmap/availability.ts'
import { avoidableSingleSeats } from '#seatmap/best.ts'
import type { ExpandedLayout } from '#seatmap/expand.ts'
import { seatFlagBit } from '#seatmap/layout.ts'
import { seatsOfSofa } from '../sofas.ts'

export interface ChosenSeats {
  readonly layout: ExpandedLayout
  /** By place id; places that the caller's order holds are `yours`. */
  readonly states: Uint8Array
  readonly chosen: ReadonlySet<number>
  readonly forbidsSingleSeats: boolean
}

/** The first violated rule: whole sofas, companions, single gaps. Null if the choice is permitted. */
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
  // Wheelchair spaces and companion seats are sold in pairs and do not count as single seats.
  const singleSeats = avoidableSingleSeats(layout, states, chosen).filter(
    (placeId) => (layout.flags[placeId] ?? 0) === 0,
  )
  return singleSeats.length > 0 ? fail('SingleSeatLeft', { placeIds: singleSeats }) : null
}
