/** Halls filled with parties, for tests and the benchmark of reseating. */
import { stretchesOf } from '#seatmap/best.ts'
import { createLayoutBuilder, lineRow, rectangle } from '#seatmap/builders.ts'
import { expandLayout, type ExpandedLayout } from '#seatmap/expand.ts'
import type { Party } from '#seatmap/reseat.ts'

/** Sizes of parties; the frequency of each is its probability. */
const sizes = [1, 2, 2, 2, 2, 3, 3, 4, 4, 5, 6]

/** A hall with blocks of seats in each row, standard in the front half and comfort behind. */
export function makeHall(rows: number, blocks: readonly number[]): ExpandedLayout {
  const seats = blocks.reduce((sum, count) => sum + count, 0)
  const width = seats * 6 + 60
  const builder = createLayoutBuilder({
    name: { ka: 'დარბაზი', en: 'Hall' },
    width,
    height: rows * 10 + 80,
    focalPoint: { x: width / 2, y: 60 },
    zones: [
      ['standard', 'სტანდარტი', 'Standard'],
      ['comfort', 'კომფორტი', 'Comfort'],
    ],
  })
  builder.seated(
    {
      name: { ka: 'დარბაზი', en: 'Hall' },
      zone: 'standard',
      outline: rectangle([width / 2, rows * 5 + 60], width, rows * 10 + 10),
    },
    Array.from({ length: rows }, (_, index) =>
      lineRow({
        label: String(index + 1),
        middle: [width / 2, 60 + index * 10],
        counts: blocks,
        pitch: 6,
        zone: index < rows / 2 ? 'standard' : 'comfort',
      }),
    ),
  )
  return expandLayout(builder.build())
}

/** Fills a hall with adjacent parties. */
export function fillHall(layout: ExpandedLayout, chance: () => number): Party[] {
  const parties: Party[] = []
  for (const row of layout.rows)
    for (const [first, end] of stretchesOf(row))
      for (let at = first; at < end;) {
        const size = Math.min(sizes[Math.floor(chance() * sizes.length)] ?? 2, end - at)
        parties.push({
          key: String(parties.length),
          placeIds: Array.from({ length: size }, (_, index) => at + index),
        })
        at += size
      }
  return parties
}

/** Whether a party sits side by side after the move. */
export function isTogether(
  to: ExpandedLayout,
  { placeIds }: Party,
  moves: ReadonlyMap<number, number>,
): boolean {
  const places = placeIds
    .map((placeId) => moves.get(placeId) ?? 0)
    .toSorted((left, right) => left - right)
  const [head = 0] = places
  const row = to.rows[to.row[head] ?? -1]
  const run = row && stretchesOf(row).find(([first, end]) => head >= first && head < end)
  return (
    run !== undefined && places.every((place, index) => place === head + index && place < run[1])
  )
}
