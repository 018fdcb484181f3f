import { describe, expect, test } from 'vitest'
import { seatLabels } from '#seatmap/expand.ts'
import { validateLayout } from '#seatmap/validate.ts'
import { addArea, addBlock, addTables, boxOutline } from '../plan/commands/add.ts'
import { bendRows, moveItems } from '../plan/commands/arrange.ts'
import { flagSeats, paintZone, renumberSeats, resizePlaced } from '../plan/commands/change.ts'
import { copyItems, pasteClip } from '../plan/commands/copy.ts'
import { removeItems } from '../plan/commands/remove.ts'
import { compilePlan } from '../plan/compile.ts'
import { layoutDifference } from '../plan/difference.ts'
import { emptyPlan, type PlanDocument } from '../plan/document.ts'
import { findingsOf } from '../plan/findings.ts'
import { nextLabel, numberSeats, rowLabel, type SeatScheme } from '../plan/numbering.ts'
import { placedParts, spotsOf, withoutSeat } from '../plan/placed.ts'
import { runCommand, type Command } from '../plan/run.ts'
import { itemAt, itemsIn, existingItems } from '../plan/selection.ts'

/** Goal: commands have the intended result. Method: one command after another on a small plan. */
const name = { ka: 'პარტერი', en: 'Stalls' }
const middle = { x: 160, y: 120 }

function draw(document: PlanDocument, ...commands: Command[]): PlanDocument {
  return commands.reduce((before, command) => {
    const ran = runCommand(before, command)
    if (!ran) throw new Error('The command was refused')
    return ran.document
  }, document)
}

const start = emptyPlan({ ka: 'დარბაზი', en: 'Hall' })
const block =
  (more: object = {}): Command =>
  (draft) =>
    addBlock(draft, { name, zone: 'standard', middle, rows: 3, seats: 6, ...more })
const codes = (document: PlanDocument) => findingsOf(document).map(({ code }) => code)

describe('seat numbers', () => {
  const numbersOf = (count: number, scheme: SeatScheme, first = 1) => {
    const { numbering, labels } = numberSeats(count, scheme, first)
    return (labels ?? seatLabels({ id: 1, label: '1', numbering })).join(' ')
  }
  test.each([
    ['left', '1 2 3 4 5'],
    ['right', '5 4 3 2 1'],
    ['odd-left', '1 3 5 7 9'],
    ['even-right', '10 8 6 4 2'],
    ['odd-even', '5 3 1 2 4'],
    ['centre', '5 4 3 1 2'],
    ['latin', 'A B C D E'],
    ['georgian', 'ა ბ გ დ ე'],
  ] as const)('%s', (scheme, expected) => {
    expect(numbersOf(5, scheme)).toBe(expected)
  })
  test('start at another first number', () => {
    expect(numbersOf(3, 'left', 101)).toBe('101 102 103')
    expect(numbersOf(4, 'odd-left', 4)).toBe('5 7 9 11')
    expect(numbersOf(4, 'even-left', 4)).toBe('4 6 8 10')
  })
  test('continue with double letters after the last one', () => {
    expect(rowLabel('latin', 24)).toBe('AA')
    expect(rowLabel('georgian', 33)).toBe('აა')
    expect(nextLabel('B', new Set(['C']))).toBe('D')
    expect(nextLabel('12', new Set())).toBe('13')
  })
})

describe('a row', () => {
  test('bends about a point in front of it and keeps the distance of its seats', () => {
    const bent = draw(start, block({ radius: 80 }))
    const [first, second] = bent.rows
    const spots = spotsOf(first!)
    for (const [at, spot] of spots.entries()) {
      expect(Math.hypot(spot.x - 160, spot.y - (111 - 80))).toBeCloseTo(80, 1)
      const next = spots[at + 1]
      if (next) expect(Math.hypot(spot.x - next.x, spot.y - next.y)).toBeCloseTo(5.5, 1)
    }
    // The order from left to right is kept, and the next row has the same centre.
    expect(spots[0]!.x).toBeLessThan(spots[5]!.x)
    expect(second!.arc?.slice(0, 3)).toEqual([160, 31, 89])
    const straight = draw(bent, (draft) => bendRows(draft, [{ kind: 'section', id: 3 }], 0))
    expect(straight.rows.every(({ line }) => line)).toBe(true)
    expect(straight.rows[0]!.line?.[1]).toBeCloseTo(111, 1)
  })
  test('loses a seat while all others keep their position and label', () => {
    const [row] = draw(start, block({ seatScheme: 'odd-even' })).rows
    const before = placedParts(row!)
    for (const gone of [0, 2, 5]) {
      const after = placedParts(withoutSeat(row!, gone)!)
      expect(after.labels).toEqual(before.labels.toSpliced(gone, 1))
      for (const [at, spot] of after.spots.entries()) {
        const old = before.spots.toSpliced(gone, 1)[at]!
        expect([spot.x, spot.y]).toEqual([expect.closeTo(old.x, 1), expect.closeTo(old.y, 1)])
      }
    }
  })
  test('keeps the properties of its seats when resized', () => {
    const marked = draw(start, block(), (draft) =>
      flagSeats(draft, [{ kind: 'seat', id: 4, at: 5 }], 'accessible', true),
    )
    const less = draw(marked, (draft) => resizePlaced(draft, [4], 4))
    expect(less.rows[0]!.exceptions).toBeUndefined()
    const more = draw(marked, (draft) => resizePlaced(draft, [4], 9))
    expect(placedParts(more.rows[0]!).labels.at(-1)).toBe('9')
  })
  test('changes from letters back to numbers', () => {
    const letters = draw(start, block({ seatScheme: 'georgian' }))
    expect(placedParts(letters.rows[0]!).labels[1]).toBe('ბ')
    const numbers = draw(letters, (draft) => renumberSeats(draft, [4], 'right', 1))
    expect(numbers.rows[0]!.exceptions).toBeUndefined()
    expect(placedParts(numbers.rows[0]!).labels[0]).toBe('6')
  })
})

test('copies have unique names, so that no two tickets are equal', () => {
  const one = draw(start, block())
  const section = [{ kind: 'section', id: 3 }] as const
  const two = draw(one, (draft) => pasteClip(draft, copyItems(one, section), 0, 60))
  expect(two.sections.map((each) => each.name.en)).toEqual(['Stalls', 'Stalls 2'])
  const row = [{ kind: 'placed', id: 4 }] as const
  const three = draw(two, (draft) => pasteClip(draft, copyItems(two, row), 0, 30))
  expect(three.rows.filter((each) => each.section === 3).map(({ label }) => label)).toEqual([
    '1',
    '2',
    '3',
    '4',
  ])
  expect(findingsOf(three).filter(({ isError }) => isError)).toEqual([])
})

test('assigns a zone to seats, rows and sections without redundant data', () => {
  const document = draw(start, block(), (draft) =>
    draft.add('zones', { id: draft.newId(), key: 'vip', name: { ka: 'ვიპ', en: 'VIP' } }),
  )
  const seat = draw(document, (draft) => paintZone(draft, [{ kind: 'seat', id: 4, at: 2 }], 'vip'))
  expect(seat.rows[0]!.exceptions).toEqual([{ at: 2, zone: 'vip' }])
  const row = draw(seat, (draft) => paintZone(draft, [{ kind: 'placed', id: 4 }], 'vip'))
  expect(row.rows[0]).toMatchObject({ zone: 'vip' })
  expect(row.rows[0]!.exceptions).toBeUndefined()
  const section = draw(row, (draft) => paintZone(draft, [{ kind: 'section', id: 3 }], 'vip'))
  expect(section.sections[0]!.zone).toBe('vip')
  expect(section.rows[0]!.zone).toBeUndefined()
})

describe('findings', () => {
  test('an empty plan has findings, and a sellable one has none', () => {
    expect(codes(start)).toEqual(['empty', 'unused-zone'])
    const whole = draw(start, block())
    expect(codes(whole)).toEqual([])
    expect(validateLayout(compilePlan(whole)).ok).toBe(true)
  })
  test('names errors and the elements they concern', () => {
    const twice = draw(start, block(), (draft) =>
      draft.put('rows', { ...draft.document.rows[1]!, label: '1' }),
    )
    expect(findingsOf(twice)[0]).toMatchObject({
      code: 'double-row',
      isError: true,
      items: [
        { kind: 'placed', id: 4 },
        { kind: 'placed', id: 5 },
      ],
    })
    const near = draw(start, block(), (draft) =>
      moveItems(draft, [{ kind: 'placed', id: 5 }], 0, -8),
    )
    expect(findingsOf(near)[0]).toMatchObject({ code: 'overlap', isError: true })
    const away = draw(start, block(), (draft) =>
      moveItems(draft, [{ kind: 'placed', id: 4 }], -200, 0),
    )
    expect(codes(away)).toContain('outside')
    const holed = draw(start, block(), (draft) =>
      removeItems(draft, [{ kind: 'seat', id: 4, at: 2 }]),
    )
    expect(findingsOf(holed)).toMatchObject([
      { code: 'seat-gap', isError: false, values: { seat: '3' } },
    ])
    const alone = draw(start, block(), (draft) =>
      flagSeats(draft, [{ kind: 'seat', id: 4, at: 0 }], 'accessible', true),
    )
    expect(codes(alone)).toEqual(['companion-missing'])
  })
  test('tells once that two sections overlap, whose seats are each in the other', () => {
    const second = { name: { ka: 'აივანი', en: 'Balcony' } }
    const both = draw(start, block(), block({ ...second, middle: { x: 163, y: 123 } }))
    expect(codes(both).filter((code) => code === 'sections-overlap')).toHaveLength(1)
  })
})

test('finds elements at a point, in a box, and after an undo', () => {
  const document = draw(
    start,
    block(),
    (draft) =>
      addTables(draft, {
        name: { ka: 'ბარი', en: 'Bar' },
        zone: 'standard',
        shape: 'round',
        middle: { x: 60, y: 200 },
        columns: 1,
        lines: 1,
        seats: 4,
      }),
    (draft) =>
      addArea(draft, {
        kind: 'standing',
        name: { ka: 'პარკეტი', en: 'Floor' },
        zone: 'standard',
        outline: boxOutline({ x: 250, y: 200 }, 60, 60),
        capacity: 90,
      }),
  )
  const seat = spotsOf(document.rows[0]!)[0]!
  expect(itemAt(document, seat, 'section')).toEqual({ kind: 'section', id: 3 })
  expect(itemAt(document, seat, 'placed')).toEqual({ kind: 'placed', id: 4 })
  expect(itemAt(document, seat, 'seat')).toEqual({ kind: 'seat', id: 4, at: 0 })
  expect(itemAt(document, { x: 60, y: 200 }, 'placed')).toMatchObject({ kind: 'placed' })
  expect(itemAt(document, { x: 250, y: 200 }, 'placed')).toMatchObject({ kind: 'section' })
  expect(itemAt(document, { x: 160, y: 15 }, 'placed')).toEqual({ kind: 'shape', id: 2 })
  expect(itemAt(document, { x: 5, y: 250 }, 'placed')).toBeNull()
  const box = { left: 130, top: 105, right: 190, bottom: 125 }
  expect(itemsIn(document, box, 'placed')).toEqual([
    { kind: 'placed', id: 4 },
    { kind: 'placed', id: 5 },
  ])
  const gone = draw(document, (draft) => removeItems(draft, [{ kind: 'placed', id: 4 }]))
  expect(
    existingItems(gone, [
      { kind: 'placed', id: 4 },
      { kind: 'placed', id: 5 },
    ]),
  ).toEqual([{ kind: 'placed', id: 5 }])
})

test('a difference uses the seat names of tickets', () => {
  const before = draw(start, block())
  const after = draw(
    before,
    (draft) => removeItems(draft, [{ kind: 'placed', id: 4 }]),
    (draft) => moveItems(draft, [{ kind: 'seat', id: 5, at: 5 }], 4, 0),
    (draft) => resizePlaced(draft, [6], 7),
    (draft) => flagSeats(draft, [{ kind: 'seat', id: 6, at: 0 }], 'obstructed', true),
  )
  const { seats, areas } = layoutDifference(compilePlan(before), compilePlan(after))
  const counts = Map.groupBy(seats, ({ kind }) => kind)
  expect([...counts].map(([kind, list]) => [kind, list.length]).toSorted()).toEqual([
    ['added', 1],
    ['marks', 1],
    ['moved', 1],
    ['removed', 6],
  ])
  expect(areas).toEqual([])
})
