/** Schedule of films by hall and time; each hall is filled from morning to midnight. */
import { seededRandom } from '../random.ts'
import { cinemas } from './cinemas.ts'
import { films } from './films.ts'
import type { FilmSeed } from './types.ts'

export interface RunSeed {
  readonly film_id: number
  readonly hall_id: number
  readonly price_group_id: number
  readonly start_minute: number
  readonly format: string
  readonly language: string
  readonly subtitles: string | null
  /** Days relative to the seeding day; null for no end. */
  readonly from: number
  readonly until: number | null
}

const firstMinute = 630
/** Latest start of a day's last film: 00:45. */
const lastMinute = 1_485
const advertisingMinutes = 15
const cleaningMinutes = 20
const weeks = 14

/** Price groups: each format in the capital, then elsewhere. */
export const priceFormats = ['2D', '3D', 'IMAX', 'ScreenX'] as const
export function priceGroupOf(isCapital: boolean, format: string): number {
  return (isCapital ? 1 : 5) + priceFormats.findIndex((one) => one === format)
}

/** The runs of all halls. Upcoming films replace another film's evening screenings from their release on. */
export function makeRuns(): RunSeed[] {
  const runs: RunSeed[] = []
  const showing = films.filter(({ releasedInDays }) => releasedInDays <= 0)
  const premieres = films.filter(
    ({ releasedInDays }) => releasedInDays > 0 && releasedInDays < weeks,
  )
  let hallId = 0
  for (const cinema of cinemas)
    for (const [index, [, ...formats]] of cinema.halls.entries()) {
      hallId += 1
      const random = seededRandom(`${cinema.slug} ${index}`)
      const pool = showing.toSorted(
        (left, right) =>
          right.popularity * (0.4 + random.next()) - left.popularity * (0.4 + random.next()),
      )
      let minute = firstMinute + random.integer(0, 8) * 5
      for (let slot = 0; minute < lastMinute; slot += 1) {
        const film = filmFor(pool, slot, minute, formats)
        const format = formatOf(film, formats)
        const common = {
          hall_id: hallId,
          price_group_id: priceGroupOf(cinema.isCapital, format),
          start_minute: minute,
          format,
        }
        const premiere = premieres[(hallId * 3 + slot) % 17]
        const takesOver =
          premiere && slot > 1 && slot < 5 && premiere.runtimeMinutes <= film.runtimeMinutes + 4
        const spoken = spokenIn(film, slot)
        runs.push({
          ...common,
          ...spoken,
          film_id: numberOf(film),
          from: -1,
          until: takesOver ? premiere.releasedInDays - 1 : null,
        })
        if (takesOver)
          runs.push({
            ...common,
            ...spokenIn(premiere, slot),
            format: formatOf(premiere, formats),
            price_group_id: priceGroupOf(cinema.isCapital, formatOf(premiere, formats)),
            film_id: numberOf(premiere),
            from: premiere.releasedInDays,
            until: null,
          })
        const minutes = film.runtimeMinutes + advertisingMinutes + cleaningMinutes + 4
        minute += Math.ceil(minutes / 5) * 5
      }
    }
  return runs
}

/** No films for adults in the morning, none for children late in the evening. */
function filmFor(
  pool: readonly FilmSeed[],
  slot: number,
  minute: number,
  formats: readonly string[],
): FilmSeed {
  const fitting = pool.filter(
    (film) =>
      (minute < 900 ? film.ageLimit < 16 : true) &&
      (minute > 1_200 ? !film.isForChildren : true) &&
      (formats.includes('IMAX') ? film.isBig === true : true),
  )
  const film = fitting[slot % fitting.length] ?? pool[0]
  if (!film) throw new Error('There are no films')
  return film
}

function formatOf(film: FilmSeed, formats: readonly string[]): string {
  if (formats.includes('IMAX') && film.isBig) return 'IMAX'
  if (formats.includes('ScreenX') && film.isBig) return 'ScreenX'
  return formats.includes('3D') && film.is3d ? '3D' : '2D'
}

/** Foreign films are dubbed during the day and subtitled in the evening. */
function spokenIn(film: FilmSeed, slot: number): { language: string; subtitles: string | null } {
  if (film.language === 'ka') return { language: 'ka', subtitles: slot % 3 === 2 ? 'en' : null }
  return slot % 2 === 0
    ? { language: 'ka', subtitles: null }
    : { language: film.language, subtitles: 'ka' }
}

function numberOf(film: FilmSeed): number {
  return films.indexOf(film) + 1
}
