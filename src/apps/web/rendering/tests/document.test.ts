/**
 * Goal: the document names the host of static files and the hosts of calls where they are configured, and has the same
 * bytes as ever where they are not. Method: documents of a small build.
 */
import { expect, test } from 'vitest'
import { documentFrame } from '../document.ts'

const build = {
  future: {},
  routeDiscovery: { mode: 'initial' },
  ssr: true,
  isSpaMode: false,
  manifest: {
    url: '/assets/manifest-1.js',
    version: '1',
    entry: { module: '/assets/entry.js', imports: ['/assets/vendor.js'] },
    routes: {
      root: { id: 'root', module: '/assets/root.js' },
      'ka:/': { id: 'ka:/', module: '/assets/home.js', imports: ['/assets/cards.js'] },
      'ka:widget': { id: 'ka:widget', module: '/assets/frame.js' },
    },
  },
} as unknown as Parameters<typeof documentFrame>[0]
const page =
  '<head><link rel="stylesheet" href="/assets/root.css"/><link rel="icon" href="/favicon.svg"/></head>' +
  '<body><p>href=&quot;/assets/x&quot;</p><a href="/assets/">a</a></body>'
const hosts = {
  gateway: 'https://gateway.test',
  socket: 'https://socket.test',
  assets: 'https://static.test',
}
const home = { url: new URL('http://shop.test/'), status: 200 }
const filled = (ids: readonly string[], own?: object): string =>
  documentFrame(build, ids, own).fill(page, '[]\n', home)

test('without hosts nothing names another origin', () => {
  const document = filled(['root', 'ka:/'])
  expect(document).toBe(filled(['root', 'ka:/'], {}))
  // The vocabulary of structured data is a name; nothing is loaded from it.
  const named = document.replaceAll('"@context":"https://schema.org"', '')
  expect(named).not.toMatch(/https:|hosts|preconnect/)
  expect(document).toContain('<link rel="modulepreload" href="/assets/cards.js"/>')
})

test('files come from their host, and the rest of the page stays', () => {
  const document = filled(['root', 'ka:/'], hosts)
  const loaded = [...document.matchAll(/(?:href|src)="([^"]*\/assets\/\w[^"]*)"/g)]
  expect(loaded.length).toBeGreaterThan(8)
  for (const [, address = ''] of loaded)
    expect(address).toMatch(/^https:\/\/static\.test\/assets\//)
  expect(document).toContain('href="/favicon.svg"')
  expect(document).toContain('<p>href=&quot;/assets/x&quot;</p><a href="/assets/">')
})

test('the page knows where calls and streams go, except in frames of other sites', () => {
  const document = filled(['root', 'ka:/'], hosts)
  expect(document).toContain(
    '"hosts":{"gateway":"https://gateway.test","socket":"https://socket.test"}',
  )
  expect(document).toContain('rel="preconnect" href="https://gateway.test"')
  const framed = filled(['root', 'ka:widget'], hosts)
  expect(framed).not.toMatch(/gateway\.test|socket\.test/)
  expect(framed).toContain('src="https://static.test/assets/frame.js"')
})

test.each([
  ['as React’s string, which has none', page],
  ['as React’s stream, which has one', `<!DOCTYPE html>${page}`],
])('begins with one doctype: %s', (_case, html) => {
  const document = documentFrame(build, ['root', 'ka:/']).fill(html, '[]\n', home)
  expect(document.match(/<!doctype/gi)).toHaveLength(1)
  expect(document).toMatch(/^<!DOCTYPE html><head>/)
})
