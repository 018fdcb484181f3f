/** A sports palace whose floor changes while its stands keep the same place ids in both configurations. */
import type { BowlTier } from './bowl.ts'
import {
  arcPoints,
  createLayoutBuilder,
  rectangle,
  roundedRectangle,
  type LayoutBuilder,
} from './builders.ts'
import { addStands, standsOf } from './demo-arenas.ts'
import type { SeatLayout } from './layout.ts'

const centre = [520, 460] as const
const standSeats = 9_700

const bowl = { centre, halfWidth: 150, halfHeight: 90, rowDepth: 8.5, pitch: 5.5, aisle: 12 }
const lower: BowlTier = { ...bowl, blocks: [4, 3, 2], radiusFirst: 40, rows: 16 }
const upper: BowlTier = { ...bowl, blocks: [4, 3, 3], radiusFirst: 196, rows: 16 }

const standZones = [
  ['side', 'გვერდითი ტრიბუნა', 'Side stands'],
  ['end', 'ბოლო ტრიბუნა', 'End stands'],
  ['upper', 'ზედა იარუსი', 'Upper tier'],
] as const

function start(
  name: SeatLayout['name'],
  zones: readonly (readonly [string, string, string])[],
): LayoutBuilder {
  const [x, y] = centre
  const builder = createLayoutBuilder({
    name,
    width: 1_040,
    height: 920,
    focalPoint: { x, y },
    zones: [...standZones, ...zones],
  })
  builder.shape({ kind: 'floor', points: roundedRectangle(centre, 360, 240, 30) })
  addStands(
    builder,
    [
      ...standsOf(lower, 0, 101, (side) => (side === 'south' || side === 'north' ? 'side' : 'end')),
      ...standsOf(upper, 1, 201, () => 'upper'),
    ],
    standSeats,
  )
  return builder
}

/** Basketball: 9,700 seats in the stands around a court of 28 by 15 metres. */
export function palaceBasketballLayout(): SeatLayout {
  const builder = start({ ka: 'სპორტის სასახლე, კალათბურთი', en: 'Sports Palace, basketball' }, [])
  const [x, y] = centre
  builder.shape({
    kind: 'pitch',
    text: { ka: 'მოედანი', en: 'Court' },
    points: rectangle(centre, 280, 150),
  })
  builder.shape({ kind: 'line', points: [x, y - 75, x, y + 75] })
  builder.shape({ kind: 'line', points: arcPoints(centre, 18, 0, 360, 24) })
  return builder.build()
}

/** A concert in the round: the same 9,700 seats, and 1,300 standing places around a central stage. */
export function palaceConcertLayout(): SeatLayout {
  const builder = start({ ka: 'სპორტის სასახლე, კონცერტი', en: 'Sports Palace, concert' }, [
    ['floor', 'საცეკვაო პარტერი', 'Standing floor'],
    ['fan', 'ფანზონა', 'Fan zone'],
  ])
  const [x, y] = centre
  builder.shape({
    kind: 'stage',
    text: { ka: 'სცენა', en: 'Stage' },
    points: roundedRectangle(centre, 80, 60, 20),
  })
  const half = (from: number, to: number) => [
    from,
    y - 105,
    to,
    y - 105,
    to,
    y + 105,
    from,
    y + 105,
  ]
  const name = { ka: 'საცეკვაო პარტერი', en: 'Standing floor' }
  builder.pool('standing', { name, zone: 'floor', outline: half(x - 165, x - 50) }, 900)
  const fans = { ka: 'ფანზონა', en: 'Fan zone' }
  builder.pool('standing', { name: fans, zone: 'fan', outline: half(x + 50, x + 165) }, 400)
  return builder.build()
}
