/**
 * Goal: a document names its own address once, never one that leads elsewhere, and what is not listed says so. Method: the
 * head of pages at different addresses.
 */
import { expect, test } from 'vitest'
import { publicQueries } from '../../page-table.ts'
import { closedPaths, isListedPage, listedPages } from '../../listed-pages.ts'
import { saidOfPage } from '../head.ts'

const plain =
  '<head><title>A &amp; B</title><meta name="description" content="Of &quot;both&quot;"/>'

function headOf(address: string, path: string, options: { head?: string; status?: number } = {}) {
  const { head = plain, status = 200 } = options
  const url = new URL(`https://shop.test${address}`)
  const said = saidOfPage(head, { url, routeId: `ka:${path}`, status })
  return said.head + said.body
}

const canonicalOf = (html: string) => /rel="canonical" href="([^"]*)"/.exec(html)?.[1]

test.each([
  ['/', '/', 'https://shop.test/'],
  ['/en', '/', 'https://shop.test/en'],
  ['/en/', '/', 'https://shop.test/en'],
  ['/shows/carmen?utm_source=mail', '/shows/:slug', 'https://shop.test/shows/carmen'],
  ['/en/SHOWS//Carmen/', '/shows/:slug', 'https://shop.test/en/shows/Carmen'],
  ['/category/kids?when=weekend', '/category/:slug', 'https://shop.test/category/kids'],
  ['/auth/en/login?continue=/', '/auth/login', 'https://shop.test/auth/en/login'],
  ['/JTinfo/more', '/*', 'https://shop.test/JTinfo/more'],
  ['/venues/%E1%83%90', '/venues/:slug', 'https://shop.test/venues/%E1%83%90'],
  [
    '/en/transport/search?to=batumi&from=tbilisi',
    '/transport/search',
    'https://shop.test/en/transport/search?from=tbilisi&amp;to=batumi',
  ],
  ['/transport/search?from=a&to=b&date=2030-01-01', '/transport/search', undefined],
  ['/transport/search', '/transport/search', undefined],
  ['/railway/search?from=a&to=b', '/railway/search', undefined],
  ['/search?text=jazz', '/search', undefined],
  ['/fly/result?from=TBS', '/fly/result', undefined],
])('%s of %s has the canonical address %s', (address, path, canonical) => {
  const html = headOf(address, path)
  expect(canonicalOf(html)).toBe(canonical)
  expect(html.match(/rel="canonical"/g)?.length).toBe(canonical && 1)
  expect(html.match(/hreflang="(ka|en|x-default)"/g)?.length).toBe(canonical && 3)
  expect(html.includes('property="og:url"')).toBe(canonical !== undefined)
})

test.each([
  ['/', '/', true],
  ['/shows/carmen', '/shows/:slug', true],
  ['/transport/search?from=a&to=b', '/transport/search', true],
  ['/transport/search?from=a&to=b&date=2030-01-01', '/transport/search', false],
  ['/transport/search?from=a', '/transport/search', false],
  ['/search?text=jazz', '/search', false],
  ['/account', '/account/:section?', false],
  ['/operator', '/operator', false],
])('%s of %s may be listed: %s', (address, path, isListed) => {
  expect(!headOf(address, path).includes('content="noindex"')).toBe(isListed)
})

test('a refused page is not listed and has no address, and a page’s own word about robots stays', () => {
  const missing = headOf('/shows/none', '/shows/:slug', { status: 404 })
  expect(missing).toContain('<meta name="robots" content="noindex"/>')
  expect(missing).not.toMatch(/canonical|alternate|og:/)
  const own = `${plain}<meta name="robots" content="noindex, nofollow"/>`
  expect(headOf('/faq', '/faq', { head: own })).not.toContain('name="robots"')
})

test('Open Graph is the page’s own title and description, and what the page writes is not repeated', () => {
  const html = headOf('/en/faq', '/faq')
  for (const [name, value] of [
    ['og:title', 'A &amp; B'],
    ['og:description', 'Of &quot;both&quot;'],
    ['og:url', 'https://shop.test/en/faq'],
    ['og:locale', 'en_GB'],
    ['og:image', 'https://shop.test/share.png'],
  ])
    expect(html).toContain(`<meta property="${name}" content="${value}"/>`)
  const own = `${plain}<meta property="og:title" content="C"/><meta property="og:image" content="/p"/>`
  const rest = headOf('/en/faq', '/faq', { head: own })
  expect(rest).not.toMatch(/og:(title|image)/)
  expect(rest).toContain('og:description')
  expect(headOf('/operator/log', '/operator/log')).not.toContain('og:')
})

test('structured data says who runs the site, and the way to a page', () => {
  const dataOf = (html: string): unknown => {
    const text = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)?.[1]
    return text === undefined ? undefined : JSON.parse(text)
  }
  expect(dataOf(headOf('/en', '/'))).toMatchObject([
    {
      '@type': 'Organization',
      url: 'https://shop.test/en',
      logo: 'https://shop.test/icon-512.png',
    },
    { '@type': 'WebSite', inLanguage: 'en' },
  ])
  const head = '<head><title>&lt;/script&gt; &amp; &#x27;B&quot;</title>'
  expect(dataOf(headOf('/en/fly/airlines', '/fly/airlines', { head }))).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, name: 'Bileti', item: 'https://shop.test/en' },
      { position: 2, name: 'Flights', item: 'https://shop.test/en/fly' },
      { position: 3, name: `</script> & 'B"`, item: 'https://shop.test/en/fly/airlines' },
    ],
  })
  expect(dataOf(headOf('/fly', '/fly'))).toMatchObject({ itemListElement: [{}, { position: 2 }] })
  expect(dataOf(headOf('/shows/carmen', '/shows/:slug'))).toBeUndefined()
  expect(dataOf(headOf('/search?text=a', '/search'))).toBeUndefined()
})

test('phones are told of icons and colours; the door has its own, frames of other sites none', () => {
  const html = headOf('/en/faq', '/faq')
  expect(html).toContain('<link rel="manifest" href="/shop-en.webmanifest"/>')
  expect(html.match(/rel="apple-touch-icon"/g)).toHaveLength(1)
  expect(html.match(/name="theme-color" media="[^"]*(light|dark)\)"/g)).toHaveLength(2)
  const door = headOf('/scan', '/scan', { head: `${plain}<link rel="manifest" href="/own"/>` })
  expect(door).not.toMatch(/manifest|apple-touch-icon/)
  const dark = headOf('/offer', '/*', { head: `<html lang="ka" data-page-theme="dark">${plain}` })
  expect(dark.match(/theme-color/g)).toHaveLength(1)
  expect(headOf('/widget/carmen', '/widget/:slug')).not.toMatch(/manifest|icon|theme-color/)
})

test('an address cannot leave its element', () => {
  const html = headOf('/%22%3E%3Cscript%3E/"><script>?from=%22%3E', '/*')
  const data = /<script type="application\/ld\+json">[^<]*<\/script>/
  expect(html).toMatch(data)
  const links = html.replace(data, '')
  expect(links.match(/<(?:meta|link) [^<>"]*(?:"[^"<>]*"[^<>"]*)*\/>/g)?.join('')).toBe(links)
})

test('listed pages are in the page table, and none is closed to crawlers', () => {
  const paths: string[] = [...listedPages]
  expect(paths.filter((path) => !publicQueries.has(path))).toEqual(['/multipass'])
  expect(isListedPage('/nothing', new URLSearchParams())).toBe(false)
  for (const start of Object.keys(closedPaths))
    expect(
      paths.filter((path) => path.startsWith(start)),
      start,
    ).toEqual([])
})

test('a page without words of its own is described by its title', () => {
  const head = '<head><title>A &amp; &quot;B&quot;</title>'
  const html = headOf('/en/shows/ab', '/shows/:slug', { head })
  expect(html).toContain('<meta name="description" content="A &amp; &quot;B&quot; · Bileti"/>')
  expect(html).toContain(
    '<meta property="og:description" content="A &amp; &quot;B&quot; · Bileti"/>',
  )
  expect(headOf('/en/shows/ab', '/shows/:slug')).not.toContain('name="description"')
  expect(headOf('/en/operator', '/operator', { head })).not.toContain('name="description"')
})
