import { drawPoster } from '../posters/draw.ts'
import type { PosterFormat } from '../posters/formats.ts'
import type { DrawnPicture } from '../posters/render.ts'
import { artOfFilm } from './art.ts'
import { films } from './films.ts'
import { genres, type FilmSeed } from './types.ts'

const drawing = 1

const pictures: readonly PosterFormat[] = [
  { kind: 0, name: 'poster', width: 480, height: 640, hasTitle: true },
  { kind: 0, name: 'thumbnail', width: 240, height: 240, hasTitle: false },
]

/** Image names of a film. */
export function imagesOf(film: FilmSeed) {
  return Object.fromEntries(
    pictures.map(({ name, width, height }) => [
      name,
      { url: `/media/films/${film.slug}-${name}-${drawing}.webp`, width, height },
    ]),
  )
}

/** The pictures of all films. */
export function filmPictures(): DrawnPicture[] {
  return films.flatMap((film) => {
    const [genre] = film.genres
    const images = imagesOf(film)
    return pictures.map((format) => ({
      path: images[format.name]?.url ?? format.name,
      draw: () => drawPoster(film, artOfFilm(film), format, genre ? genres[genre].ka : ''),
    }))
  })
}
