/** A restaurant: every place is a whole table, with zones by table size. */
import { createLayoutBuilder, roundedRectangle, type TablePlan } from './builders.ts'
import type { SeatLayout } from './layout.ts'

export function restaurantLayout(): SeatLayout {
  const builder = createLayoutBuilder({
    name: { ka: 'რესტორნის დარბაზი', en: 'Restaurant' },
    width: 300,
    height: 230,
    focalPoint: { x: 150, y: 230 },
    zones: [
      ['two', 'მაგიდა 2 კაცზე', 'Table for 2'],
      ['four', 'მაგიდა 4 კაცზე', 'Table for 4'],
      ['eight', 'მაგიდა 8 კაცზე', 'Table for 8'],
    ],
  })
  builder.shape({
    kind: 'bar',
    text: { ka: 'ბარი', en: 'Bar' },
    points: roundedRectangle([150, 18], 150, 18, 5),
  })
  builder.tables(
    {
      name: { ka: 'დარბაზი', en: 'Dining room' },
      zone: 'four',
      outline: roundedRectangle([105, 82], 190, 84, 8),
    },
    row(1, 4, { x: 32, y: 62, step: 48, radius: 9 }).concat(
      row(5, 4, { x: 32, y: 104, step: 48, radius: 9 }),
    ),
  )
  builder.tables(
    {
      name: { ka: 'დიდი მაგიდები', en: 'Long tables' },
      zone: 'eight',
      outline: roundedRectangle([250, 82], 74, 84, 8),
    },
    [0, 1].map((index) => ({
      label: String(9 + index),
      shape: 'rect' as const,
      x: 250,
      y: 62 + index * 42,
      radius: 24,
      depth: 8,
      numbering: [[1, 1, 1] as [number, number, number]],
    })),
  )
  builder.tables(
    {
      name: { ka: 'აივანი', en: 'Balcony' },
      zone: 'two',
      outline: roundedRectangle([150, 180], 280, 52, 8),
    },
    row(11, 6, { x: 32, y: 180, step: 47, radius: 7 }),
  )
  return builder.build()
}

function row(
  first: number,
  count: number,
  place: { x: number; y: number; step: number; radius: number },
): TablePlan[] {
  return Array.from({ length: count }, (_, index) => ({
    label: String(first + index),
    shape: 'round',
    x: place.x + index * place.step,
    y: place.y,
    radius: place.radius,
    angle: 90,
    numbering: [[1, 1, 1]],
  }))
}
