/**
 * Goal: the flattened table finds the same page as the router for every address. Method: both match the shop's own
 * table, for every pattern filled in and for random paths.
 */
import fc from 'fast-check'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { localizedPath, locales } from '#kernel/locale.ts'
import * as table from '../../page-table.ts'
import { createBranches } from '../branches.ts'
import { sizeOf } from '../../../../../tests/support/tier.ts'

const pages = [
  ...table.discoveryPages,
  ...table.redirectPages,
  ...table.showPages,
  ...table.editorialPages,
  ...table.listPages,
  ...table.checkoutPages,
  ...table.buyerPages,
  ...table.operatorPages,
  ...table.scannerPages,
]

/** The route table as a build has it: the root, a layout for each language, the pages below it. */
function serverRoutes(): ServerBuild['routes'] {
  const leaves = locales.flatMap((locale) => [
    { id: locale, parentId: 'root' },
    ...pages.map(([path]) => {
      const address = localizedPath(locale, path).slice(1)
      const place = address === '' ? { index: true } : { path: address }
      return { id: `${locale}:${path}`, parentId: locale, ...place }
    }),
  ])
  const all = [{ id: 'root', path: '' }, ...leaves].map((route) => ({ ...route, module: {} }))
  return Object.fromEntries(
    all.map((route) => [route.id, route]),
  ) as unknown as ServerBuild['routes']
}

const routes = serverRoutes()
const branches = createBranches(routes)

function nested(parentId: string | undefined): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) => {
      const { id, path, index } = route as { id: string; path?: string; index?: boolean }
      if (index) return { id, index: true as const }
      const children = nested(id)
      return { id, path, ...(children.length > 0 ? { children } : {}) }
    })
}
const tree = nested(undefined)

function byRouter(path: string): string | undefined {
  return matchRoutes(tree, path)?.at(-1)?.route.id
}

test('finds every page at its address in both languages', () => {
  for (const locale of locales)
    for (const [path] of pages) {
      const address = localizedPath(locale, path)
        .replace(/:\w+\??/g, 'Some-1')
        .replace('*', 'a/b')
      expect(branches.find(address)?.id, address).toBe(byRouter(address))
    }
  expect(branches.find('/account')?.id).toBe('ka:/account/:section?')
})

test('finds the router’s page for any path or leaves it to the router', () => {
  const segment = fc.constantFrom(
    ...pages.flatMap(([path]) => path.split('/')).filter((one) => !one.startsWith(':')),
    'en',
    'EN',
    'Events',
    'x',
    '',
    '%65n',
    'a%2Fb',
    '%zz',
    'ღ',
    '101',
  )
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 5 }), fc.boolean(), (segments, slash) => {
      const path = `/${segments.join('/')}${slash ? '/' : ''}`
      const found = branches.find(path)
      if (found) expect(found.id, path).toBe(byRouter(path))
      // Only unusual paths are left to the router.
      else expect(/\/\/|%/.test(path) || byRouter(path) === undefined, path).toBe(true)
    }),
    { numRuns: sizeOf({ usual: 200, nightly: 2_000 }) },
  )
})
