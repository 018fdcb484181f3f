import { localizedPath, type Locale } from '#kernel/locale.ts'

const shopNames = { ka: 'ბილეთი', en: 'Bileti' } as const

/**
 * The way from the home page to a page as schema.org data, which search engines show instead of the address. Generated on the
 * server only.
 *
 * @param steps name and path without a language, the page itself last
 */
export function trailLinkedData(
  { origin, locale }: { readonly origin: string; readonly locale: Locale },
  ...steps: readonly (readonly [name: string, path: string])[]
): object {
  const home = [shopNames[locale], '/'] as const
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [home, ...steps].map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + localizedPath(locale, path),
    })),
  }
}
