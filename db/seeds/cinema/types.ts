import type { LocalizedText } from '#kernel/locale.ts'

/** A film of the demo; film and people are invented. */
export interface FilmSeed {
  readonly slug: string
  readonly name: LocalizedText
  /** Lines of the poster's title, in Georgian. */
  readonly posterTitle: readonly string[]
  readonly summary: LocalizedText
  readonly description: LocalizedText
  readonly ageLimit: 0 | 6 | 12 | 16 | 18
  readonly runtimeMinutes: number
  readonly genres: readonly GenreKey[]
  /** Director, then the cast. */
  readonly people: readonly LocalizedText[]
  readonly language: 'ka' | 'en' | 'fr' | 'it'
  /** Days relative to the seeding day; negative if already released. */
  readonly releasedInDays: number
  readonly popularity: number
  readonly isForChildren?: true
  readonly isPinned?: true
  readonly is3d?: true
  readonly isBig?: true
  /** Poster motif, background and text colour, and the colours of the motif. */
  readonly art: readonly [motif: string, ground: string, ink: string, ...colours: string[]]
}

export const genres = {
  drama: { ka: 'დრამა', en: 'Drama' },
  comedy: { ka: 'კომედია', en: 'Comedy' },
  adventure: { ka: 'სათავგადასავლო', en: 'Adventure' },
  fantasy: { ka: 'ფენტეზი', en: 'Fantasy' },
  science: { ka: 'სამეცნიერო ფანტასტიკა', en: 'Science fiction' },
  thriller: { ka: 'თრილერი', en: 'Thriller' },
  horror: { ka: 'საშინელებათა', en: 'Horror' },
  romance: { ka: 'რომანტიკული', en: 'Romance' },
  animation: { ka: 'ანიმაცია', en: 'Animation' },
  documentary: { ka: 'დოკუმენტური', en: 'Documentary' },
  detective: { ka: 'დეტექტივი', en: 'Detective' },
  music: { ka: 'მუსიკალური', en: 'Musical' },
} as const satisfies Readonly<Record<string, LocalizedText>>
export type GenreKey = keyof typeof genres
