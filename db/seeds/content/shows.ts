import { concerts } from './shows-concerts.ts'
import { exhibitions, kids, standUp } from './shows-indoors.ts'
import { operaAndBallet } from './shows-opera.ts'
import { festivals, sport } from './shows-outdoors.ts'
import { theatre } from './shows-theatre.ts'
import { abroad } from './shows-abroad.ts'
import { groups } from './shows-groups.ts'
import { offers } from './shows-offers.ts'
import { restaurants } from './shows-restaurants.ts'
import type { ShowSeed } from './types.ts'

/** All shows; a show's id is its position in this list. */
export const shows: readonly ShowSeed[] = [
  ...concerts,
  ...theatre,
  ...operaAndBallet,
  ...sport,
  ...festivals,
  ...kids,
  ...exhibitions,
  ...standUp,
  ...restaurants,
  ...abroad,
  ...offers,
  ...groups,
]
