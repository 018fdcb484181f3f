import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { drawPoster } from '../posters/draw.ts'
import type { PosterFormat } from '../posters/formats.ts'
import { writePicture } from '../posters/render.ts'
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

/** Draws missing images into `films/` of the media directory. */
export async function renderFilmPosters(mediaDirectory: string): Promise<void> {
  const folder = join(mediaDirectory, 'films')
  await mkdir(folder, { recursive: true })
  for (const film of films) {
    const [genre] = film.genres
    await Promise.all(
      pictures.map((format) =>
        writePicture(join(folder, basename(imagesOf(film)[format.name]?.url ?? format.name)), () =>
          drawPoster(film, artOfFilm(film), format, genre ? genres[genre].ka : ''),
        ),
      ),
    )
  }
}
