/** Reproducible random numbers, seeded by a name (mulberry32). */
export interface SeededRandom {
  /** A number in [0, 1). */
  next(): number
  between(least: number, most: number): number
  /** An integer, both bounds inclusive. */
  integer(least: number, most: number): number
  pick<Value>(values: readonly Value[]): Value
}

export function seededRandom(name: string): SeededRandom {
  let state = 2_166_136_261
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    integer: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick(values) {
      const value = values[Math.floor(next() * values.length)]
      if (value === undefined) throw new RangeError('Nothing to pick from')
      return value
    },
  }
}
