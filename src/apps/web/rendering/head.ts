/**
 * What the head of a document says to search engines and messengers. They read documents and never navigate between
 * pages, so it is written here, on the server, and no script contains it.
 */
import { defaultLocale, locales, localizedPath, splitLocale, type Locale } from '#kernel/locale.ts'
import { trailLinkedData } from '#design/linked-trail.ts'
import { isListedPage, listedQueries } from '../listed-pages.ts'
import { sections } from '../sections.ts'

export interface DocumentFacts {
  /** As it was requested, with our public origin. */
  readonly url: URL
  /** Id of the innermost route that matches the address: `ka:/shows/:slug`. */
  readonly routeId: string
  readonly status: number
}

interface HeadPage {
  readonly url: URL
  readonly pattern: string
  readonly canonical: string | null
}

/** Pages without a meaning, or at another address, when their query is left out. */
const dependsOnQuery = /\/(?:search|result|seatmap|datafilling|checkout|booking)$/

/** Offices and the frames on other sites: nobody shares their addresses. */
const unsharedPage = /^\/(?:operator|merchant|scan|widget)(?:\/|$)/

/** What messengers show of a page without a picture. */
const sharedPicture = { path: '/share.png', width: 1200, height: 630 } as const

/** The colour behind pages, for the bars of phones; as `design/tokens.css` has it. */
const paper = { light: '#f5f4f1', dark: '#101016' } as const

const languageTags = { ka: 'ka_GE', en: 'en_GB' } as const
const siteNames = { ka: 'ბილეთი', en: 'Bileti' } as const

export interface SaidOfPage {
  /** To be added to the head. */
  readonly head: string
  /** To be added at the end of the body: structured data, after the page's own. */
  readonly body: string
}

/** @param head the beginning of the document, up to the end of its head */
export function saidOfPage(head: string, facts: DocumentFacts): SaidOfPage {
  const { url, routeId, status } = facts
  const pattern = /^\w+:(\/.*)$/.exec(routeId)?.[1]
  const saysRobots = head.includes('<meta name="robots"')
  const isListed = pattern !== undefined && status < 400 && isListedPage(pattern, url.searchParams)
  const robots = isListed || saysRobots ? '' : '<meta name="robots" content="noindex"/>'
  const icons =
    pattern === undefined ? '' : iconLinks(head, pattern, splitLocale(url.pathname).locale)
  if (pattern === undefined || status >= 400) return { head: robots + icons, body: '' }
  const canonical = canonicalTarget(url, pattern, isListed && !saysRobots)
  const page = { url, pattern, canonical }
  const described = head + descriptionOf(head, page)
  return {
    head:
      robots +
      icons +
      described.slice(head.length) +
      addressLinks(url, canonical) +
      openGraph(described, page),
    body: isListed && !saysRobots ? linkedData(head, page) : '',
  }
}

/** Path, without a language, and query of the address that stands for all spellings of it; null for none. */
function canonicalTarget({ pathname, searchParams }: URL, pattern: string, isListed: boolean) {
  const { path } = splitLocale(pathname)
  if (dependsOnQuery.test(pattern) && !isListed) return null
  const names = listedQueries.get(pattern) ?? []
  const query = new URLSearchParams(names.map((name) => [name, searchParams.get(name) ?? '']))
  return plainSpelling(path, pattern) + (query.size > 0 ? `?${query}` : '')
}

/** The router ignores capitals in fixed segments, repeated slashes and those at the end. */
function plainSpelling(path: string, pattern: string): string {
  const fixed = pattern.split('/').filter(Boolean)
  const segments = path.split('/').filter(Boolean)
  const spelled = segments.map((segment, index) => {
    const own = fixed[index] ?? '*'
    return own.startsWith(':') || own === '*' ? segment : own
  })
  return `/${spelled.join('/')}`
}

/** What phones show for the page: on their home screen, and around it. */
function iconLinks(head: string, pattern: string, locale: Locale): string {
  if (pattern.startsWith('/widget/')) return ''
  // The door is an app of its own.
  const app = head.includes('rel="manifest"')
    ? ''
    : `<link rel="manifest" href="/shop-${locale}.webmanifest"/><link rel="apple-touch-icon" href="/apple-touch-icon.png"/>`
  const fixed = /<html[^>]* data-page-theme="(light|dark)"/.exec(head)?.[1]
  if (fixed === 'light' || fixed === 'dark')
    return `${app}<meta name="theme-color" content="${paper[fixed]}"/>`
  const ofDevice = (['light', 'dark'] as const).map(
    (theme) =>
      `<meta name="theme-color" media="(prefers-color-scheme: ${theme})" content="${paper[theme]}"/>`,
  )
  return app + ofDevice.join('')
}

/** The canonical address, and the page in the other languages. */
function addressLinks({ origin, pathname }: URL, canonical: string | null): string {
  if (canonical === null) return ''
  const link = (attributes: string, locale: Locale): string =>
    `<link ${attributes} href="${escaped(origin + localizedPath(locale, canonical))}"/>`
  return [
    link('rel="canonical"', splitLocale(pathname).locale),
    ...locales.map((locale) => link(`rel="alternate" hreflang="${locale}"`, locale)),
    link('rel="alternate" hreflang="x-default"', defaultLocale),
  ].join('')
}

/** What a page is without words of its own, such as a show whose organiser wrote none. */
function descriptionOf(head: string, { url, pattern }: HeadPage): string {
  if (unsharedPage.test(pattern) || head.includes('<meta name="description"')) return ''
  const title = /<title>([^<]*)<\/title>/.exec(head)?.[1]
  if (title === undefined) return ''
  return `<meta name="description" content="${title} · ${siteNames[splitLocale(url.pathname).locale]}"/>`
}

/** Open Graph from the page's own title and description, as far as the page does not write it itself. */
function openGraph(head: string, { url, pattern, canonical }: HeadPage): string {
  if (unsharedPage.test(pattern)) return ''
  const { locale } = splitLocale(url.pathname)
  const title = /<title>([^<]*)<\/title>/.exec(head)?.[1]
  const description = /<meta name="description" content="([^"]*)"/.exec(head)?.[1]
  const { path, width, height } = sharedPicture
  const hasPicture = head.includes('property="og:image"')
  const values: readonly (readonly [string, string | undefined])[] = [
    ['og:site_name', siteNames[locale]],
    ['og:type', 'website'],
    ['og:locale', languageTags[locale]],
    ['og:title', title],
    ['og:description', description],
    [
      'og:url',
      canonical === null ? undefined : escaped(url.origin + localizedPath(locale, canonical)),
    ],
    ...(hasPicture
      ? []
      : [
          ['og:image', url.origin + path] as const,
          ['og:image:width', String(width)] as const,
          ['og:image:height', String(height)] as const,
        ]),
  ]
  // The texts come from the document, where they are escaped already.
  return values
    .filter(([name, value]) => value !== undefined && !head.includes(`property="${name}"`))
    .map(([name, value]) => `<meta property="${name}" content="${value}"/>`)
    .concat('<meta name="twitter:card" content="summary_large_image"/>')
    .join('')
}

/** Pages that write their own way from the home page, because it has names from the page's data. */
const writesOwnTrail: ReadonlySet<string> = new Set([
  '/shows/:slug',
  '/events/:eventId',
  '/venues/:slug',
  '/movies/:slug',
  '/movies/cinemas/:slug',
])

/** Who runs the site, on its home page; on others the way from there. */
function linkedData(head: string, { url, pattern, canonical }: HeadPage): string {
  const { origin, pathname } = url
  const { locale } = splitLocale(pathname)
  if (pattern === '/') return dataElement(siteData(origin, locale))
  const title = /<title>([^<]*)<\/title>/.exec(head)?.[1]
  if (canonical === null || title === undefined || writesOwnTrail.has(pattern)) return ''
  const root = canonical.split(/[/?]/, 2)[1] ?? ''
  const section = sections.find(({ path, roots }) => path !== canonical && roots.includes(root))
  const steps = [
    ...(section ? [[section.name[locale], section.path] as const] : []),
    [unescaped(title), canonical] as const,
  ]
  return dataElement(trailLinkedData({ origin, locale }, ...steps))
}

function siteData(origin: string, locale: Locale): object[] {
  const own = { name: siteNames[locale], url: origin + localizedPath(locale, '/') }
  const context = { '@context': 'https://schema.org' }
  return [
    { ...context, '@type': 'Organization', ...own, logo: `${origin}/icon-512.png` },
    { ...context, '@type': 'WebSite', ...own, inLanguage: locale },
  ]
}

/** No text can end the element early. */
function dataElement(data: object): string {
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}

const characters: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&amp;': '&',
}

/** As React escapes text. */
function unescaped(html: string): string {
  return html.replaceAll(/&(?:lt|gt|quot|#x27|amp);/g, (found) => characters[found] ?? found)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
