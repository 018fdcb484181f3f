/** Coaches and their decks; pure. */
import type { VehiclePlace, VehicleType } from '#modules/timetable/server/public-api.ts'
import { placeAttribute } from '#modules/timetable/shapes.ts'

type CoachPlan = VehicleType['plan']['coaches'][number]

/** Deck numbers: 0 single deck, 1 lower, 2 upper. */
const upperDeck = 2

/** The coach of a place; for a double-decker, the deck. */
export function coachOf(
  { plan }: Pick<VehicleType, 'plan'>,
  { coach, attributes }: Pick<VehiclePlace, 'coach' | 'attributes'>,
): CoachPlan | undefined {
  const decks = plan.coaches.filter(({ number }) => number === coach)
  if (decks.length < 2) return decks[0]
  const isUpper = (attributes & placeAttribute.upperDeck) !== 0
  return decks.find(({ deck }) => (deck === upperDeck) === isUpper)
}
