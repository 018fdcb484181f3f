/** Labels of seats and rows. */
import type { PlanRow } from './document.ts'

export const seatSchemes = [
  'left',
  'right',
  'odd-left',
  'odd-right',
  'even-left',
  'even-right',
  'odd-even',
  'centre',
  'latin',
  'georgian',
] as const
/**
 * `left`, `right`: ascending from that end. `odd-…`, `even-…`: only such numbers. `odd-even`: from the middle, odd
 * numbers to the left, even ones to the right. `centre`: from the middle, the right half first. Letters ascend from the
 * left.
 */
export type SeatScheme = (typeof seatSchemes)[number]

export const rowSchemes = ['numbers', 'latin', 'georgian'] as const
export type RowScheme = (typeof rowSchemes)[number]

const georgianLetters = 'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ'
/** Without I and O, which look like one and zero. */
const latinLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/** `A … Z, AA, AB …`. */
function letterAt(letters: string, index: number): string {
  const first = Math.floor(index / letters.length)
  const last = letters[index % letters.length] ?? ''
  return first === 0 ? last : letterAt(letters, first - 1) + last
}

export interface SeatNumbers {
  readonly numbering: PlanRow['numbering']
  /** Labels that are not consecutive numbers, by index. */
  readonly labels: readonly string[] | null
}

type Run = [count: number, start: number, step: number]

/** Labels of a row's seats, from its first seat. `start` is the lowest number. */
export function numberSeats(count: number, scheme: SeatScheme, start = 1): SeatNumbers {
  const plain = (...runs: Run[]): SeatNumbers => ({
    numbering: runs.filter(([size]) => size > 0),
    labels: null,
  })
  const odd = start + (start % 2 === 0 ? 1 : 0)
  const even = start + (start % 2 === 0 ? 0 : 1)
  const half = Math.ceil(count / 2)
  switch (scheme) {
    case 'left':
      return plain([count, start, 1])
    case 'right':
      return plain([count, start + count - 1, -1])
    case 'odd-left':
      return plain([count, odd, 2])
    case 'odd-right':
      return plain([count, odd + (count - 1) * 2, -2])
    case 'even-left':
      return plain([count, even, 2])
    case 'even-right':
      return plain([count, even + (count - 1) * 2, -2])
    case 'odd-even':
      return plain([half, odd + (half - 1) * 2, -2], [count - half, odd + 1, 2])
    case 'centre':
      return plain([half, start + count - 1, -1], [count - half, start, 1])
    case 'latin':
    case 'georgian': {
      const letters = scheme === 'latin' ? latinLetters : georgianLetters
      const labels = Array.from({ length: count }, (_, index) =>
        letterAt(letters, index + Math.max(start, 1) - 1),
      )
      return { numbering: [[count, Math.max(start, 1), 1]], labels }
    }
  }
}

/** Label of the row with this index. `start` is the number of the first row, or of its letter. */
export function rowLabel(scheme: RowScheme, index: number, start = 1): string {
  const number = start + index
  if (scheme === 'numbers') return String(number)
  return letterAt(scheme === 'latin' ? latinLetters : georgianLetters, Math.max(number, 1) - 1)
}

/** The next label after this one that is not taken: the next number or letter. */
export function nextLabel(label: string, taken: ReadonlySet<string>): string {
  for (let step = 1; step <= taken.size + 1; step += 1) {
    const next = after(label, step)
    if (!taken.has(next) && next.length <= 12) return next
  }
  for (let number = taken.size + 1; ; number += 1)
    if (!taken.has(String(number))) return String(number)
}

function after(label: string, step: number): string {
  const number = /^(.*?)(\d{1,6})$/.exec(label)
  if (number) return `${number[1]}${Number(number[2]) + step}`
  for (const letters of [latinLetters, georgianLetters])
    if (label.length === 1 && letters.includes(label))
      return letterAt(letters, letters.indexOf(label) + step)
  return `${label.slice(0, 8)} ${step + 1}`
}
