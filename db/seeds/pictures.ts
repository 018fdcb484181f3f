import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { filmPictures } from './cinema/posters.ts'
import { shows } from './content/shows.ts'
import { imageKind } from '#contract/enumerations.ts'
import { presentationPictures } from './presentation/pictures.ts'
import { drawMissing, showPictures, type DrawnPicture } from './posters/render.ts'

/** What home shows first is drawn first, because the shop may be open already. */
const kindsOfHome: readonly number[] = [imageKind.V3Poster, imageKind.Big, imageKind.Thumbnail]

/** Draws all missing pictures of the demo into the media directory. Returns how many. */
export async function renderPictures(mediaDirectory: string, scale = 1): Promise<number> {
  // No picture is read twice, and a picture a core is enough: 100 MB less.
  sharp.cache(false)
  sharp.concurrency(1)
  return drawMissing(allPictures(), mediaDirectory, availableParallelism(), scale)
}

function allPictures(): DrawnPicture[] {
  const ofShows = showPictures(shows)
  const rank = ({ kind }: { readonly kind: number }) =>
    kindsOfHome.includes(kind) ? kindsOfHome.indexOf(kind) : kindsOfHome.length
  const ranked = ofShows.toSorted((left, right) => rank(left) - rank(right))
  const isEarly = (picture: { readonly kind: number }) => rank(picture) < kindsOfHome.length
  return [
    ...ranked.filter(isEarly),
    ...presentationPictures(),
    ...filmPictures(),
    ...ranked.filter((picture) => !isEarly(picture)),
  ]
}
