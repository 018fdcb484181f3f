/** Splits into whole minor units whose sum equals the price. */

/**
 * Splits a price over units by their weights, to the last tetri: each gets the whole tetri of its share, and the
 * remaining ones go to the largest remainders, the earlier unit first. Weights that are all zero are treated as equal.
 */
export function splitPrice(totalMinor: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const counted = sum > 0 ? weights : weights.map(() => 1)
  const whole = BigInt(sum > 0 ? sum : weights.length)
  const shares = counted.map((weight, index) => {
    const exact = BigInt(totalMinor) * BigInt(weight)
    return { index, share: Number(exact / whole), rest: exact % whole }
  })
  let left = totalMinor - shares.reduce((total, { share }) => total + share, 0)
  const split = shares.map(({ share }) => share)
  const byRest = shares.toSorted((one, other) =>
    one.rest === other.rest ? one.index - other.index : one.rest > other.rest ? -1 : 1,
  )
  for (const { index } of byRest) {
    if (left === 0) break
    split[index] = (split[index] ?? 0) + 1
    left -= 1
  }
  return split
}
