/** Passengers of a run by party, for another vehicle; pure. */

/** A stretch of one person. */
export interface Sitter {
  /** Unique within a plan. */
  readonly key: string
  /** Place in the old vehicle; a number that it does not have: without a seat so far. */
  readonly placeId: number
  readonly legFrom: number
  /** Exclusive. */
  readonly legTo: number
  readonly rider: 'wheelchair' | 'companion' | 'ordinary'
  /** The class that was bought; null if unknown: that of the old place. */
  readonly classId: number | null
  /** 0 for sold seats; higher numbers lose their seats first. */
  readonly priority: number
}

/** People of one order, who want to sit together. */
export interface SwapParty {
  readonly key: string
  readonly sitters: readonly Sitter[]
}

/** Members of a party with the same stretch. */
export interface Group {
  readonly legFrom: number
  readonly legTo: number
  readonly sitters: readonly Sitter[]
  /** Keys of the other members of the party. */
  readonly others: readonly string[]
  readonly hasWheelchair: boolean
}

/** The members of a party who have no seat yet, by stretch. */
export function groupsOf({ sitters }: SwapParty, seats: ReadonlyMap<string, number>): Group[] {
  const left = sitters.filter(({ key }) => !seats.has(key))
  const hasWheelchair = sitters.some(({ rider }) => rider === 'wheelchair')
  const byStretch = Map.groupBy(left, ({ legFrom, legTo }) => `${legFrom} ${legTo}`)
  return [...byStretch.values()].flatMap((members) => {
    const [first] = members
    if (!first) return []
    const own = new Set(members.map(({ key }) => key))
    const others = sitters.flatMap(({ key }) => (own.has(key) ? [] : [key]))
    const { legFrom, legTo } = first
    return [{ legFrom, legTo, sitters: members, others, hasWheelchair }]
  })
}

/** Marks who has to leave so that at most `capacity` sit at once. */
export function dropOver(sitters: readonly Sitter[], capacity: number, dropped: Set<string>): void {
  let active: Sitter[] = []
  for (const sitter of sitters.toSorted((one, other) => one.legFrom - other.legFrom)) {
    active = [...active.filter(({ legTo }) => legTo > sitter.legFrom), sitter]
    if (active.length <= capacity) continue
    const leaving = active.reduce((worst, one) =>
      one.priority > worst.priority || (one.priority === worst.priority && one.legTo > worst.legTo)
        ? one
        : worst,
    )
    dropped.add(leaving.key)
    active = active.filter((one) => one !== leaving)
  }
}
