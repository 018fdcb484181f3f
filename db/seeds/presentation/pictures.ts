/** Pictures of stories and billboards: their paths, and how they are drawn. */
import { drawPoster } from '../posters/draw.ts'
import type { DrawnPicture } from '../posters/render.ts'
import { presentationArt } from './art.ts'
import { billboards } from './billboards.ts'
import { stories } from './stories.ts'

/** Increment when the drawing changes, because browsers cache pictures permanently. */
const drawing = 1

interface Picture {
  readonly path: string
  readonly art: string
  readonly width: number
  readonly height: number
}

const folder = 'stories'

function picture(name: string, art: string, width: number, height: number): Picture {
  return { path: `/media/${folder}/${name}-${drawing}.webp`, art, width, height }
}

export function coverOf(story: (typeof stories)[number]): Picture {
  return picture(`${story.slug}-cover`, story.cover, 240, 240)
}

export function itemPicture(story: (typeof stories)[number], index: number): Picture {
  return picture(`${story.slug}-${index + 1}`, story.items[index]?.art ?? '', 720, 1_280)
}

export function billboardPictures(index: number): { readonly big: Picture; horizontal: Picture } {
  const art = billboards[index]?.art ?? ''
  return {
    big: picture(`billboard-${art}-big`, art, 1_470, 630),
    horizontal: picture(`billboard-${art}-horizontal`, art, 960, 640),
  }
}

/** All pictures of stories and billboards. */
export function presentationPictures(): DrawnPicture[] {
  const pictures = [
    ...stories.flatMap((story) => [
      coverOf(story),
      ...story.items.map((_, index) => itemPicture(story, index)),
    ]),
    ...billboards.flatMap((_, index) => Object.values(billboardPictures(index))),
  ]
  return pictures.map(({ path, art, width, height }) => {
    const format = { kind: 0, name: '', width, height, hasTitle: false }
    const show = { slug: art, posterTitle: [] }
    return { path, draw: () => drawPoster(show, presentationArt(art), format, '') }
  })
}
