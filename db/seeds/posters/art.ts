import { concertArt } from './art-concerts.ts'
import { indoorArt } from './art-indoors.ts'
import { kindsArt } from './art-kinds.ts'
import { outdoorArt } from './art-outdoors.ts'
import { stageArt } from './art-stage.ts'
import { standUpArt } from './art-stand-up.ts'
import type { Art } from './svg.ts'

const art: Readonly<Record<string, Art>> = {
  ...concertArt,
  ...stageArt,
  ...outdoorArt,
  ...indoorArt,
  ...standUpArt,
  ...kindsArt,
}

/** The art of a show; every show of the demo has one. */
export function artOf(slug: string): Art {
  const found = art[slug]
  if (!found) throw new Error(`No poster art for ${slug}`)
  return found
}
