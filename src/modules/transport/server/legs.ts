/** Legs of places as bit masks: pure. Leg 0 is the lowest bit, leg ranges end before `legTo`. */

export function maskOf(legFrom: number, legTo: number): bigint {
  return ((1n << BigInt(legTo - legFrom)) - 1n) << BigInt(legFrom)
}

/** The free legs around a stretch, or null where some of it is taken. */
export function freeAround(
  taken: bigint,
  legFrom: number,
  legTo: number,
  legCount: number,
): { readonly from: number; readonly to: number } | null {
  if ((taken & maskOf(legFrom, legTo)) !== 0n) return null
  let from = legFrom
  while (from > 0 && ((taken >> BigInt(from - 1)) & 1n) === 0n) from -= 1
  let to = legTo
  while (to < legCount && ((taken >> BigInt(to)) & 1n) === 0n) to += 1
  return { from, to }
}

/** How far a place is free from a leg on: the first taken leg, at most `legTo`. */
export function freeUntil(taken: bigint, legFrom: number, legTo: number): number {
  let leg = legFrom
  while (leg < legTo && ((taken >> BigInt(leg)) & 1n) === 0n) leg += 1
  return leg
}
