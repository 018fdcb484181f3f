import { isLocale, localizedPath, splitLocale, type Locale } from '#kernel/locale.ts'

/** The cookie that remembers which language the visitor chose. */
export const localeCookie = 'NEXT_LOCALE'

/**
 * Where to send a visitor whose remembered language is not the address's: the same page in that language.
 * Null when it is the same, absent or unknown. Headers such as Accept-Language play no part.
 */
export function localeRedirect(url: URL, cookieHeader: string | null): string | null {
  const wanted = rememberedLocale(cookieHeader)
  if (wanted === null) return null
  const { locale, path } = splitLocale(url.pathname)
  if (locale === wanted) return null
  // Two leading slashes would be another host's address.
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
