/** Routing locales: Georgian has no prefix, English lives under `/en`. */
export const locales = ['ka', 'en'] as const
export type Locale = (typeof locales)[number]
export const defaultLocale: Locale = 'ka'

/** Texts in both languages, as stored in the database (`jsonb`) and written by the seed. */
export type LocalizedText = Readonly<Record<Locale, string>>

export function isLocale(value: unknown): value is Locale {
  return value === 'ka' || value === 'en'
}

/** Pages of the authentication origin have their language after `/auth`, also Georgian: `/auth/ka/login`. */
const authPath = /^\/auth(?=\/|$)/
const authPathWithLocale = /^\/auth\/(ka|en)(?=\/|$)/

/**
 * `/event/5` for Georgian, `/en/event/5` for English; `/auth/login` is `/auth/ka/login` and `/auth/en/login`. `path`
 * starts with a slash; repeated leading slashes are reduced to one, since two would name another host.
 */
export function localizedPath(locale: Locale, path: string): string {
  if (authPath.test(path)) return path.replace(authPath, `/auth/${locale}`)
  if (locale === defaultLocale) return path.replace(/^[/\\]{2,}/, '/')
  return path === '/' ? `/${locale}` : `/${locale}${path}`
}

/** The locale of a path and the path without it. `/english` is not a locale prefix. */
export function splitLocale(pathname: string): { locale: Locale; path: string } {
  const auth = authPathWithLocale.exec(pathname)
  if (auth) return { locale: auth[1] as Locale, path: `/auth${pathname.slice(auth[0].length)}` }
  const match = /^\/en(?=\/|$)/.exec(pathname)
  if (!match) return { locale: defaultLocale, path: pathname || '/' }
  return { locale: 'en', path: pathname.slice(3) || '/' }
}

const languagesMax = 20

/** Browsers send few different headers, so parsed ones are cached; unusually long ones are parsed each time. */
const readHeaders = new Map<string, readonly string[]>()
const readHeadersMax = 1_000
const keptHeaderLength = 100

/** The languages of an `accept-language` header, the most wanted first: `ru` of `ru-RU,en;q=0.8`. */
export function wantedLanguages(header = ''): readonly string[] {
  const known = readHeaders.get(header)
  if (known) return known
  const languages = languagesOf(header)
  if (header.length <= keptHeaderLength && readHeaders.size < readHeadersMax)
    readHeaders.set(header, languages)
  return languages
}

function languagesOf(header: string): string[] {
  return header
    .split(',', languagesMax)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find(Boolean)
      return { language: tag.trim().split('-', 1)[0] ?? '', quality: Number(quality ?? 1) }
    })
    .filter(({ language, quality }) => /^[a-z]{2,3}$/.test(language) && quality > 0)
    .toSorted((left, right) => right.quality - left.quality)
    .map(({ language }) => language)
}

/** Languages that the shell has texts in but replies do not; their readers get English replies. */
const readInEnglish = new Set(['ru', 'az'])

/** The locale of a reply for these accepted languages, the preferred one first. */
export function localeFor(languages: readonly string[]): Locale {
  const own = languages.find(isLocale)
  if (own !== undefined) return own
  return languages.some((language) => readInEnglish.has(language)) ? 'en' : defaultLocale
}
