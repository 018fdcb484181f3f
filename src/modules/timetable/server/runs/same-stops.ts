/** Whether the stops of two versions of a timetable are the same places; pure. */
import { distanceKilometres } from '../rules.ts'

/** A stop as a version of the feed describes it. */
export interface Place {
  readonly stopId: number
  /** In any language. */
  readonly names: readonly string[]
  readonly latitude: number
  readonly longitude: number
}

/** Stops nearer than this are one place, whatever they are called. */
const nearKilometres = 0.15
/** Stops of one name within this distance are one place, whatever their ids are. */
const namesakeKilometres = 1.5
/** One id with one name within this distance is one place: its position was corrected. */
const correctedKilometres = 20

export function isSamePlace(former: Place, current: Place): boolean {
  const distance = distanceKilometres(former, current)
  if (distance <= nearKilometres) return true
  if (!haveCommonName(former, current)) return false
  const isSameId = former.stopId === current.stopId
  return distance <= (isSameId ? correctedKilometres : namesakeKilometres)
}

function haveCommonName(one: Place, other: Place): boolean {
  return one.names.some((name) => other.names.some((same) => folded(same) === folded(name)))
}

function folded(name: string): string {
  return name.normalize('NFKC').toLocaleLowerCase('en').replaceAll(/\s+/g, ' ').trim()
}

/** Which stop of a trip each stop of a former trip has become; -1 where the trip no longer calls there. */
export interface Alignment {
  readonly positions: readonly number[]
  /** Both call at the same places in the same order. */
  readonly isWhole: boolean
}

/**
 * The longest common sequence of places; null if fewer than two places, or fewer than half of the former ones, are left.
 */
export function alignStops(former: readonly Place[], current: readonly Place[]): Alignment | null {
  if (
    former.length === current.length &&
    former.every((place, index) => {
      const other = current[index]
      return other !== undefined && isSamePlace(place, other)
    })
  )
    return { positions: former.map((_, index) => index), isWhole: true }
  const positions = commonPositions(former, current)
  const left = positions.filter((position) => position >= 0).length
  return left >= 2 && left * 2 >= former.length ? { positions, isWhole: false } : null
}

function commonPositions(former: readonly Place[], current: readonly Place[]): number[] {
  const width = current.length + 1
  const longest = new Int32Array((former.length + 1) * width)
  const at = (row: number, column: number): number => longest[row * width + column] ?? 0
  const isSame = former.map((place) => current.map((other) => isSamePlace(place, other)))
  for (let row = former.length - 1; row >= 0; row -= 1)
    for (let column = current.length - 1; column >= 0; column -= 1)
      longest[row * width + column] = isSame[row]?.[column]
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1))
  const positions: number[] = []
  let column = 0
  for (let row = 0; row < former.length; row += 1) {
    while (
      column < current.length &&
      !isSame[row]?.[column] &&
      at(row, column + 1) === at(row, column)
    )
      column += 1
    const isMatch = column < current.length && isSame[row]?.[column] === true
    const isOnWay = isMatch && at(row, column) === at(row + 1, column + 1) + 1
    positions.push(isOnWay ? column : -1)
    if (isOnWay) column += 1
  }
  return positions
}
