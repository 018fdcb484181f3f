import { isLocale, localizedPath, splitLocale, type Locale } from '#kernel/locale.ts'

/** The cookie with the visitor's chosen language. */
export const localeCookie = 'NEXT_LOCALE'

/**
 * The same page in the visitor's remembered language. Null when it is the language of the address, absent or
 * unknown. Headers such as Accept-Language are ignored.
 */
export function localeRedirect(url: URL, cookieHeader: string | null): string | null {
  const wanted = rememberedLocale(cookieHeader)
  if (wanted === null) return null
  const { locale, path } = splitLocale(url.pathname)
  if (locale === wanted) return null
  // Two leading slashes would name another host.
  return localizedPath(wanted, `/${path.replace(/^[/\\]+/, '')}`) + url.search
}

function rememberedLocale(cookieHeader: string | null): Locale | null {
  const found = cookieHeader?.match(/(?:^|;\s*)NEXT_LOCALE=([^;]*)/)?.[1]
  return isLocale(found) ? found : null
}

/** Remembers the language for a year. */
export function rememberLocale(locale: Locale): void {
  document.cookie = `${localeCookie}=${locale}; path=/; max-age=31536000; samesite=lax`
}
