import type { useTexts } from '../texts.ts'
import type { Seat } from '../order-data.ts'

/** Texts for the properties of a seat: window, table, direction. */
export function seatFacts(t: ReturnType<typeof useTexts>, seat: Seat): string[] {
  const facts: string[] = seat.attributes.map((one) => t(`attribute_${one}`))
  if (seat.facing !== 0) facts.push(t(seat.facing > 0 ? 'facing_forward' : 'facing_back'))
  return facts
}

/** "Coach 4, seat 75" within a text: the seat's number stays on the line of its word. */
export function placeText(coach: string | null, seat: string | null): string {
  return [coach, seat?.replace(' ', '\u00a0')].filter(Boolean).join(', ')
}
