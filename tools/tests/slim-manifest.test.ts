/**
 * Goal: the compact list of routes equals the built one. Method: a small list with all kinds of routes is written
 * as rows, and the script is run.
 */
import { expect, test } from 'vitest'
import { compactManifest, runRouteLists } from '../slim-manifest.ts'

const page = {
  hasLoader: true,
  hasAction: false,
  hasDefaultExport: true,
  imports: ['/assets/a.js'],
}
const routes = {
  root: { id: 'root', path: '', hasDefaultExport: true, module: '/assets/root.js', css: [] },
  ka: { id: 'ka', parentId: 'root', hasDefaultExport: true, module: '/assets/ka.js' },
  en: { id: 'en', parentId: 'root', hasDefaultExport: true, module: '/assets/en.js' },
  'ka:/': { ...page, id: 'ka:/', parentId: 'ka', index: true, module: '/assets/home.js' },
  'en:/': { ...page, id: 'en:/', parentId: 'en', path: 'en', module: '/assets/home.js' },
  'ka:/faq': { ...page, id: 'ka:/faq', parentId: 'ka', path: 'faq', module: '/assets/faq.js' },
  'en:/faq': { ...page, id: 'en:/faq', parentId: 'en', path: 'en/faq', module: '/assets/faq.js' },
  'ka:/new': {
    ...page,
    id: 'ka:/new',
    parentId: 'ka',
    path: 'new',
    module: '/assets/new.js',
    clientLoaderModule: '/assets/loader.js',
  },
  'ka:/styled': {
    ...page,
    id: 'ka:/styled',
    parentId: 'ka',
    path: 'styled',
    module: '/assets/styled.js',
    css: ['/assets/styled.css'],
  },
}

interface Made {
  readonly version: string
  readonly routes: Readonly<Record<string, unknown>>
  readonly elsewhere: readonly string[]
}

function built(all: object): string {
  return `window.__reactRouterManifest=${JSON.stringify({ entry: { module: 'e' }, routes: all, version: '1' })};`
}

function madeBy(...scripts: readonly (string | undefined)[]): Made {
  return runRouteLists(scripts.filter((script) => script !== undefined)) as Made
}

test('produces the same routes', () => {
  const made = madeBy(compactManifest(built(routes)).common)
  expect(made.version).toBe('1')
  expect(Object.keys(made.routes).toSorted()).toEqual(Object.keys(routes).toSorted())
  expect(made.routes['en:/faq']).toEqual({
    id: 'en:/faq',
    parentId: 'en',
    path: 'en/faq',
    hasLoader: true,
    hasDefaultExport: true,
    module: '/assets/faq.js',
  })
  expect(made.routes['ka:/']).toEqual({
    id: 'ka:/',
    parentId: 'ka',
    index: true,
    hasLoader: true,
    hasDefaultExport: true,
    module: '/assets/home.js',
    imports: ['/assets/a.js'],
  })
  expect(made.routes['ka:/new']).toMatchObject({ clientLoaderModule: '/assets/loader.js' })
})

test('names files of the origin that the list came from', () => {
  const { common, own } = compactManifest(built({ ...routes, ...office }), ['office'])
  const at = 'https://static.test'
  const lists = [common, own.get('office') ?? '']
  expect(runRouteLists(lists, at).routes).toMatchObject({
    'ka:/': { module: `${at}/assets/home.js`, imports: [`${at}/assets/a.js`] },
    'en:/faq': { module: `${at}/assets/faq.js`, path: 'en/faq' },
    'ka:/new': { clientLoaderModule: `${at}/assets/loader.js` },
    'ka:/styled': { css: [`${at}/assets/styled.css`] },
    'en:/desk': { module: `${at}/assets/d.js` },
  })
})

const office = {
  'ka:office': { id: 'ka:office', parentId: 'root', module: '/assets/office.js' },
  'en:office': { id: 'en:office', parentId: 'root', module: '/assets/office.js' },
  'ka:/desk': {
    ...page,
    id: 'ka:/desk',
    parentId: 'ka:office',
    path: 'desk',
    module: '/assets/d.js',
  },
  'en:/desk': {
    ...page,
    id: 'en:/desk',
    parentId: 'en:office',
    path: 'en/desk',
    module: '/assets/d.js',
  },
}

test('adds an area’s routes by its own list, and its first segments to the common one', () => {
  const { common, own } = compactManifest(built({ ...routes, ...office }), ['office'])
  expect(madeBy(common)).toMatchObject({ elsewhere: ['desk'] })
  expect(Object.keys(madeBy(common).routes).toSorted()).toEqual(Object.keys(routes).toSorted())
  const whole = madeBy(common, own.get('office'))
  expect(whole.elsewhere).toEqual([])
  expect(whole.routes['en:/desk']).toMatchObject({ parentId: 'en:office', module: '/assets/d.js' })
})

test('refuses an address that starts like one of another list', () => {
  const other = {
    ...page,
    id: 'ka:/faq/desk',
    parentId: 'ka:office',
    path: 'faq/desk',
    module: '/assets/x.js',
  }
  expect(() =>
    compactManifest(built({ ...routes, ...office, 'ka:/faq/desk': other }), ['office']),
  ).toThrow('faq')
})
