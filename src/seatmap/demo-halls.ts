/** Halls of the demo without rows: tables and a bar, a club. */
import type { LocalizedText } from '#kernel/locale.ts'
import {
  createLayoutBuilder,
  rectangle,
  roundedRectangle,
  type LayoutBuilder,
  type TablePlan,
} from './builders.ts'
import type { SeatLayout } from './layout.ts'

const stageName: LocalizedText = { ka: 'სცენა', en: 'Stage' }

interface TableGrid {
  first: number
  columns: number
  rows: number
  x: number
  y: number
  stepX: number
  stepY: number
  seats: number
  radius: number
}

/** Round tables in staggered lines, numbered from `first`. */
function tableGrid(grid: TableGrid): TablePlan[] {
  const tables: TablePlan[] = []
  for (let row = 0; row < grid.rows; row += 1) {
    const staggered = row % 2 === 1
    const columns = staggered ? grid.columns - 1 : grid.columns
    for (let column = 0; column < columns; column += 1)
      tables.push({
        label: String(grid.first + tables.length),
        shape: 'round',
        x: grid.x + (column + (staggered ? 0.5 : 0)) * grid.stepX,
        y: grid.y + row * grid.stepY,
        radius: grid.radius,
        angle: -90 + 180 / grid.seats,
        numbering: [[grid.seats, 1, 1]],
      })
  }
  return tables
}

function sideTables(builder: LayoutBuilder, side: 'left' | 'right', first: number): void {
  const x = side === 'left' ? 32 : 388
  builder.tables(
    {
      name:
        side === 'left'
          ? { ka: 'კაბინეტები, მარცხენა', en: 'Booths, left' }
          : { ka: 'კაბინეტები, მარჯვენა', en: 'Booths, right' },
      zone: 'booth',
      outline: roundedRectangle([x, 194], 40, 176, 6),
    },
    Array.from({ length: 5 }, (_, index) => ({
      label: String(first + index),
      shape: 'rect' as const,
      x,
      y: 124 + index * 35,
      radius: 8,
      depth: 5,
      numbering: [[4, 1, 1]],
    })),
  )
}

/** A hall with 42 tables and standing room at the bar. */
export function tableHallLayout(): SeatLayout {
  const builder = createLayoutBuilder({
    name: { ka: 'დარბაზი მაგიდებით', en: 'Hall with tables' },
    width: 420,
    height: 400,
    focalPoint: { x: 210, y: 45 },
    zones: [
      ['front', 'სცენასთან', 'By the stage'],
      ['hall', 'დარბაზი', 'Hall'],
      ['booth', 'კაბინეტები', 'Booths'],
      ['bar', 'ბარი', 'Bar'],
    ],
  })
  builder.shape({
    kind: 'stage',
    text: stageName,
    points: roundedRectangle([210, 40], 190, 52, 10),
  })
  builder.tables(
    {
      name: { ka: 'მაგიდები სცენასთან', en: 'Tables by the stage' },
      zone: 'front',
      outline: roundedRectangle([210, 135], 292, 94, 8),
    },
    tableGrid({
      first: 1,
      columns: 7,
      rows: 2,
      x: 90,
      y: 113,
      stepX: 40,
      stepY: 42,
      seats: 6,
      radius: 8,
    }),
  )
  builder.tables(
    {
      name: { ka: 'დარბაზის მაგიდები', en: 'Hall tables' },
      zone: 'hall',
      outline: roundedRectangle([210, 247], 292, 118, 8),
    },
    tableGrid({
      first: 14,
      columns: 7,
      rows: 3,
      x: 90,
      y: 211,
      stepX: 40,
      stepY: 36.5,
      seats: 6,
      radius: 7,
    }).slice(0, 19),
  )
  sideTables(builder, 'left', 33)
  sideTables(builder, 'right', 38)
  builder.pool(
    'standing',
    {
      name: { ka: 'ბარი, ფეხზე დგომით', en: 'Bar, standing' },
      zone: 'bar',
      outline: roundedRectangle([210, 342], 380, 46, 8),
    },
    80,
  )
  builder.shape({
    kind: 'bar',
    text: { ka: 'ბარი', en: 'Bar' },
    points: roundedRectangle([210, 381], 240, 16, 5),
  })
  return builder.build()
}

/** A club without numbered places: a dance floor and an upper gallery. */
export function clubLayout(): SeatLayout {
  const builder = createLayoutBuilder({
    name: { ka: 'კლუბი', en: 'Club' },
    width: 300,
    height: 260,
    focalPoint: { x: 150, y: 40 },
    zones: [
      ['floor', 'საცეკვაო დარბაზი', 'Dance floor'],
      ['gallery', 'ზედა სართული', 'Upper gallery'],
    ],
  })
  builder.shape({
    kind: 'stage',
    text: { ka: 'დიჯეი', en: 'DJ' },
    points: [95, 14, 205, 14, 190, 52, 110, 52],
  })
  builder.pool(
    'standing',
    {
      name: { ka: 'საცეკვაო დარბაზი', en: 'Dance floor' },
      zone: 'floor',
      outline: [70, 66, 230, 66, 230, 178, 205, 192, 95, 192, 70, 178],
    },
    600,
  )
  builder.pool(
    'free',
    {
      name: { ka: 'ზედა სართული', en: 'Upper gallery' },
      level: 1,
      zone: 'gallery',
      labelAt: [150, 226],
      outline: [
        14, 66, 54, 66, 54, 184, 80, 208, 220, 208, 246, 184, 246, 66, 286, 66, 286, 200, 240, 244,
        60, 244, 14, 200,
      ],
    },
    150,
  )
  builder.shape({
    kind: 'entrance',
    text: { ka: 'შესასვლელი', en: 'Entrance' },
    points: rectangle([150, 253], 60, 8),
  })
  return builder.build()
}
