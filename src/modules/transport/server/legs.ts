/** Legs of places as bit masks; pure. Leg 0 is the lowest bit; `legTo` is exclusive. */

export function maskOf(legFrom: number, legTo: number): bigint {
  return ((1n << BigInt(legTo - legFrom)) - 1n) << BigInt(legFrom)
}

/** The free leg range around the given one, or null if part of it is taken. */
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

/** The first taken leg from `legFrom` on, at most `legTo`. */
export function freeUntil(taken: bigint, legFrom: number, legTo: number): number {
  let leg = legFrom
  while (leg < legTo && ((taken >> BigInt(leg)) & 1n) === 0n) leg += 1
  return leg
}
