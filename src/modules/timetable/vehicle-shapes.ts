/** A vehicle as its carrier's staff make it, and what is wrong with one; shared by servers and browsers. */
import { grouped } from '#kernel/grouped.ts'
import type { TimetableText, VehiclePlan } from './shapes.ts'

/** Bounds of a vehicle; the drawing of a coach is at most this large, in seats. */
export const vehicleBounds = { coaches: 40, seats: 1_200, length: 120, breadth: 24 } as const

/** What staff may say about a seat; the deck follows from its coach. */
export const draftAttributes = [
  'window',
  'aisle',
  'table',
  'wheelchair',
  'companion',
  'keptBack',
  'bicycle',
] as const
export type DraftAttribute = (typeof draftAttributes)[number]

export interface DraftSeat {
  readonly label: string
  readonly classCode: string
  /** In seats, from the corner of the coach's drawing. */
  readonly x: number
  readonly y: number
  /** 1 in the direction of travel, -1 against it, 0 unknown. */
  readonly facing: number
  readonly attributes: DraftAttribute[]
}

type CoachPlan = VehiclePlan['coaches'][number]

export interface DraftCoach extends CoachPlan {
  /** Decks: 0 single, 1 lower, 2 upper. */
  readonly seats: DraftSeat[]
}

export interface VehicleDraft {
  /** The carrier's own word for it. */
  readonly code: string
  readonly name: TimetableText
  readonly coaches: DraftCoach[]
}

/** What is wrong with a vehicle. */
export type DraftProblem =
  | { readonly code: 'VehicleWithoutSeats' }
  | { readonly code: 'VehicleTooLarge'; readonly detail: { readonly most: number } }
  | { readonly code: 'CoachTwice'; readonly detail: { readonly coach: number } }
  | { readonly code: 'TravelClassUnknown'; readonly detail: { readonly classes: string[] } }
  | {
      readonly code: 'SeatLabelTwice' | 'SeatsOverlap' | 'SeatOutsideCoach'
      readonly detail: { readonly coach: number; readonly seats: string[] }
    }

/** Everything that is wrong, the gravest first; `classes` are the codes of the carrier's classes. */
export function draftProblems(
  { coaches }: Pick<VehicleDraft, 'coaches'>,
  classes: readonly string[],
): DraftProblem[] {
  const seats = coaches.flatMap((coach) => coach.seats)
  const unknown = new Set(
    seats.flatMap(({ classCode }) => (classes.includes(classCode) ? [] : [classCode])),
  )
  const isSold = ({ attributes }: DraftSeat) =>
    !attributes.some((one) => one === 'keptBack' || one === 'bicycle' || one === 'companion')
  return [
    ...(seats.some(isSold) ? [] : [{ code: 'VehicleWithoutSeats' as const }]),
    ...(seats.length > vehicleBounds.seats
      ? [{ code: 'VehicleTooLarge' as const, detail: { most: vehicleBounds.seats } }]
      : []),
    ...repeated(coaches, ({ number, deck }) => `${number} ${deck}`).map(({ number }) => ({
      code: 'CoachTwice' as const,
      detail: { coach: number },
    })),
    ...(unknown.size > 0
      ? [{ code: 'TravelClassUnknown' as const, detail: { classes: [...unknown] } }]
      : []),
    ...labelProblems(coaches),
    ...coaches.flatMap(placeProblems),
  ]
}

/** Tickets name coach and seat, so the decks of a coach share their numbers. */
function labelProblems(coaches: readonly DraftCoach[]): DraftProblem[] {
  return [...grouped(coaches, ({ number }) => number)].flatMap(([coach, decks]) => {
    const twice = repeated(
      decks.flatMap(({ seats }) => seats),
      ({ label }) => label,
    )
    const seats = twice.map(({ label }) => label)
    return seats.length === 0 ? [] : [{ code: 'SeatLabelTwice' as const, detail: { coach, seats } }]
  })
}

function placeProblems({ number: coach, width, height, seats }: DraftCoach): DraftProblem[] {
  const outside = seats.filter(({ x, y }) => x >= width || y >= height)
  const overlapping = repeated(seats, ({ x, y }) => `${x} ${y}`)
  const named = (some: readonly DraftSeat[]) => ({ coach, seats: some.map(({ label }) => label) })
  return [
    ...(outside.length > 0 ? [{ code: 'SeatOutsideCoach' as const, detail: named(outside) }] : []),
    ...(overlapping.length > 0
      ? [{ code: 'SeatsOverlap' as const, detail: named(overlapping) }]
      : []),
  ]
}

/** One of each that has the key of an earlier one. */
function repeated<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...grouped(items, keyOf).values()].flatMap((same) => same[1] ?? [])
}
