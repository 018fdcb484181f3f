/** Draws coaches from rows of seats; pure. */
import type {
  DraftAttribute,
  DraftCoach,
  DraftSeat,
  VehicleDraft,
} from '#modules/timetable/vehicle-shapes.ts'

/** A class of the carrier. */
export interface OfferedClass {
  readonly code: string
  readonly name: string
}

/** Rows of seats on both sides of an aisle. */
export interface SeatRows {
  readonly rows: number
  /** Seats on each side of the aisle, as in `2+2`; with none on the right the aisle is at the wall. */
  readonly left: number
  readonly right: number
  readonly classCode: string
  /** Whether each two rows face each other, with a table between them. */
  readonly isFacing: boolean
  /** `1, 2, 3` through the coach, or `1A, 1B` by row. */
  readonly naming: 'numbers' | 'letters'
  /** Behind the rows: wheelchair spaces, each with a seat for a companion, and spaces for bicycles. */
  readonly wheelchairs: number
  readonly bicycles: number
}

export const seatRows: SeatRows = {
  rows: 12,
  left: 2,
  right: 2,
  classCode: '',
  isFacing: false,
  naming: 'numbers',
  wheelchairs: 0,
  bicycles: 0,
}

const letters = 'ABCDEFGHIJ'

export function emptyCoach(number: number, isRail: boolean): DraftCoach {
  const name = isRail
    ? { ka: `ვაგონი ${number}`, en: `Coach ${number}` }
    : number === 1
      ? { ka: 'სალონი', en: 'Saloon' }
      : { ka: `სალონი ${number}`, en: `Saloon ${number}` }
  const marks = isRail ? [door(0)] : [{ ...door(0), kind: 'driver' as const }]
  return { number, name, deck: 0, width: 1, height: 1, marks, seats: [] }
}

const door = (x: number) => ({ kind: 'door' as const, x, y: 0, width: 1, height: 1 })

/**
 * Adds rows behind the seats of a coach; `others` are the seats of its other deck, whose numbers are not used again. The
 * last door moves to the end.
 */
export function addRows(
  coach: DraftCoach,
  others: readonly DraftSeat[],
  plan: SeatRows,
): DraftCoach {
  const { rows, left, right, isFacing, wheelchairs, bicycles } = plan
  const isEmpty = coach.seats.length === 0
  const marks = coach.marks.filter(({ kind, x }) => kind !== 'door' || x === 0)
  const known = [...coach.seats, ...others]
  const nameOf = namesAfter(known, plan)
  const seats: DraftSeat[] = []
  let x = isEmpty ? 1 : Math.max(...coach.seats.map((seat) => seat.x)) + 2
  const across = left + right + 1
  for (let row = 0; row < rows; row += 1) {
    const isFirst = row % 2 === 0
    if (isFacing && isFirst && row + 1 < rows) {
      if (left > 0) marks.push(table(x + 1, 0, left))
      if (right > 0) marks.push(table(x + 1, left + 1, right))
    }
    for (let y = 0; y < across; y += 1) {
      if (y === left) continue
      const attributes: DraftAttribute[] = [
        ...(y === 0 || y === across - 1 ? (['window'] as const) : []),
        ...(y === left - 1 || y === left + 1 ? (['aisle'] as const) : []),
        ...(isFacing ? (['table'] as const) : []),
      ]
      const facing = isFacing && !isFirst ? -1 : 1
      const label = nameOf(row, y > left ? y - 1 : y)
      seats.push({ label, classCode: plan.classCode, x, y, facing, attributes })
    }
    x += isFacing && isFirst ? 2 : 1
  }
  for (let index = 0; index < wheelchairs; index += 1, x += 1) {
    seats.push(special(plan, `W${index + 1}`, { x, y: 0 }, 'wheelchair'))
    seats.push(special(plan, `C${index + 1}`, { x, y: 1 }, 'companion'))
  }
  for (let index = 0; index < bicycles; index += 1, x += 1)
    seats.push(special(plan, `B${index + 1}`, { x, y: 0 }, 'bicycle'))
  const all = [...coach.seats, ...withFreeLabels(seats, known)]
  const height = Math.max(
    1,
    ...all.map((seat) => seat.y + 1),
    ...[...marks].map((m) => m.y + m.height),
  )
  return { ...coach, width: x + 1, height, marks: [...marks, door(x)], seats: all }
}

const table = (x: number, y: number, height: number) => ({
  kind: 'table' as const,
  x,
  y,
  width: 1,
  height,
})

function special(
  { classCode }: SeatRows,
  label: string,
  at: { readonly x: number; readonly y: number },
  attribute: DraftAttribute,
): DraftSeat {
  return { label, classCode, ...at, facing: 1, attributes: [attribute] }
}

/** Names of seats by row and position in the row, continuing those that exist. */
function namesAfter(known: readonly DraftSeat[], { left, right, naming }: SeatRows) {
  const numbers = known.map(({ label }) => Number.parseInt(label, 10)).filter((n) => n > 0)
  const last = Math.max(0, ...numbers)
  const perRow = left + right
  return (row: number, position: number): string =>
    naming === 'letters'
      ? `${last + row + 1}${letters[position] ?? position + 1}`
      : String(last + row * perRow + position + 1)
}

/** Spaces without a number, such as W1, get the next free one. */
function withFreeLabels(seats: readonly DraftSeat[], known: readonly DraftSeat[]): DraftSeat[] {
  const taken = new Set(known.map(({ label }) => label))
  return seats.map((seat) => {
    let { label } = seat
    for (let number = 1; taken.has(label); number += 1) label = `${seat.label[0] ?? ''}${number}`
    taken.add(label)
    return { ...seat, label }
  })
}

export const presetNames = [
  'coach-2-2',
  'coach-2-1',
  'minibus-18',
  'minibus-20',
  'open-coach',
  'compartments',
] as const
export type PresetName = (typeof presetNames)[number]

const presets: Readonly<Record<PresetName, readonly Partial<SeatRows>[]>> = {
  'coach-2-2': [{ rows: 12 }],
  'coach-2-1': [{ rows: 10, right: 1, wheelchairs: 1 }],
  'minibus-18': [{ rows: 6, right: 1 }],
  'minibus-20': [
    { rows: 6, right: 1 },
    { rows: 1, right: 0 },
  ],
  'open-coach': [{ rows: 16, isFacing: true, wheelchairs: 1, bicycles: 1 }],
  compartments: [{ rows: 18, right: 0, isFacing: true }],
}

/** A usual coach in one class. */
export function presetCoach(
  preset: PresetName,
  { number, classCode, isRail }: { number: number; classCode: string; isRail: boolean },
): DraftCoach {
  return presets[preset].reduce(
    (coach, rows) => addRows(coach, [], { ...seatRows, ...rows, classCode }),
    emptyCoach(number, isRail),
  )
}

/** Seats of the other deck of a coach. */
export function otherDecks(
  { coaches }: Pick<VehicleDraft, 'coaches'>,
  coach: DraftCoach,
): DraftSeat[] {
  return coaches.flatMap((one) => (one !== coach && one.number === coach.number ? one.seats : []))
}
