/** The halls of the demo content by key; each call builds a new equal layout. */
import { arenaLayout, stadiumLayout } from './demo-arenas.ts'
import { clubLayout, tableHallLayout } from './demo-halls.ts'
import { restaurantLayout } from './demo-restaurant.ts'
import { operaLayout, smallHallLayout, theatreLayout } from './demo-theatres.ts'
import { palaceBasketballLayout, palaceConcertLayout } from './demo-palace.ts'
import type { SeatLayout } from './layout.ts'

function repeat<Value>(value: Value, times: number): Value[] {
  return Array.from({ length: times }, () => value)
}

export const demoLayouts = {
  theatre: theatreLayout,
  opera: operaLayout,
  /** 182 seats: 13 rows of 14. */
  smallHall182: () =>
    smallHallLayout({ ka: 'მცირე სცენა', en: 'Small stage' }, repeat([7, 7], 13), 4),
  /** 283 seats: 15 rows of increasing length, in three blocks. */
  smallHall283: () =>
    smallHallLayout(
      { ka: 'მცირე დარბაზი', en: 'Small hall' },
      [...repeat([4, 8, 4], 4), ...repeat([5, 8, 5], 3), ...repeat([6, 8, 6], 7), [6, 13, 6]],
      5,
    ),
  tableHall: tableHallLayout,
  restaurant: restaurantLayout,
  club: clubLayout,
  arena: arenaLayout,
  stadium: stadiumLayout,
  palaceBasketball: palaceBasketballLayout,
  palaceConcert: palaceConcertLayout,
} as const satisfies Record<string, () => SeatLayout>

export type DemoLayoutKey = keyof typeof demoLayouts
