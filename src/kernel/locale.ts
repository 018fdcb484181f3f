/** Routing locales: Georgian has no prefix, English lives under `/en`. */
export const locales = ['ka', 'en'] as const
export type Locale = (typeof locales)[number]
export const defaultLocale: Locale = 'ka'

/** Texts in both languages, as the database keeps them (`jsonb`) and the seed writes them. */
export type LocalizedText = Readonly<Record<Locale, string>>

export function isLocale(value: unknown): value is Locale {
  return value === 'ka' || value === 'en'
}

/** Pages of the authentication origin carry their language inside, also Georgian: `/auth/ka/login`. */
const authPath = /^\/auth(?=\/|$)/
const authPathWithLocale = /^\/auth\/(ka|en)(?=\/|$)/

/**
 * `/event/5` for Georgian, `/en/event/5` for English; `/auth/login` is `/auth/ka/login` and `/auth/en/login`.
 * `path` starts with a slash; of several one is kept, since two would begin the address of another host.
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
