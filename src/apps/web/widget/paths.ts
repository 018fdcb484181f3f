import { localizedPath, splitLocale } from '#kernel/locale.ts'

/** Whether a path is a page of the widget. */
export function isWidgetPath(pathname: string): boolean {
  return splitLocale(pathname).path.startsWith('/widget/')
}

/**
 * The widget's equivalent of a shop page; the same path if it is a widget page already, null if there is no
 * equivalent.
 */
export function widgetPath(slug: string, pathname: string): string | null {
  if (isWidgetPath(pathname)) return pathname
  const { locale, path } = splitLocale(pathname)
  const base = `/widget/${encodeURIComponent(slug)}`
  const date = /^\/events\/(\d+)$/.exec(path)?.[1]
  if (date !== undefined) return localizedPath(locale, `${base}/${date}`)
  if (/^\/checkout\/[\w-]+(\/result)?$/.test(path)) return localizedPath(locale, base + path)
  if (path === `/shows/${encodeURIComponent(slug)}`) return localizedPath(locale, base)
  return null
}
