/**
 * Goal: what browsers of a range lack is found in scripts and styles, and what they have, or are asked for, is not. Method: small
 * texts, with the ranges of `package.json`.
 */
import { expect, test } from 'vitest'
import { buildTarget, oldestVersions } from '../../browser-range.ts'
import { findInScript } from '../scripts.ts'
import { findInStyles } from '../styles.ts'
import { pseudosOf } from '../support.ts'

const oldest = oldestVersions('shop')
const inScript = (text: string): string[] =>
  findInScript(text, oldest).map(({ feature }) => feature.replace('javascript.builtins.', ''))
const inStyles = (text: string): string[] =>
  findInStyles(text, oldest).map(({ feature }) => feature.replace(/^css\./, ''))

test.each([
  ['Map.groupBy(list, one)', 'Map.groupBy'],
  ['const url = URL.parse(text)', 'api.URL.parse_static'],
  ['window.URL; globalThis.requestIdleCallback(run)', 'api.Window.requestIdleCallback'],
  ['tickets.values().some(isFree)', 'Iterator.some'],
  ['[...text.matchAll(/a/g).map(one)]', 'Iterator.map'],
  ['const { promise } = Promise.withResolvers()', 'Promise.withResolvers'],
  ['known.isSubsetOf(all)', 'Set.isSubsetOf'],
  ['new Intl.DurationFormat("en")', 'Intl.DurationFormat'],
  ['Temporal.Now.instant()', 'Temporal'],
  ['e.matches(`:popover-open`)', 'css.selectors.popover-open'],
  ['jsx(`button`,{popoverTarget:x})', 'html.elements.button.popovertarget'],
  ['element.showPopover()', 'api.HTMLElement.showPopover'],
  ['navigator.share(it)', 'api.Navigator.share'],
  ['/[\\p{L}--[a-z]]/v', 'RegExp.unicodeSets'],
  ['/(?i:a)b/', 'javascript.regular_expressions.modifier'],
  ['{ using file = open() }', 'javascript.statements.using'],
])('a browser of the range lacks something of %s', (text, feature) => {
  expect(inScript(text)).toContain(feature)
})

test.each([
  'list.toSorted().findLast(isFree).at(-1)',
  'Object.values(all).map(one)',
  'const Temporal = other; Temporal.open()',
  'navigator.vibrate?.(10)',
  'navigator.wakeLock?.request("screen")',
  'typeof PaymentRequest',
  'e.matches(":is(:popover-open)")',
  'order.difference',
  'structuredClone(it)',
  'class A { static { run() } #b = 1; has(o) { return #b in o } }',
])('the range has all of %s', (text) => {
  expect(inScript(text)).toEqual([])
})

test.each([
  ['a { field-sizing: content }', 'properties.field-sizing'],
  ['a { color: light-dark(red, blue) }', 'types.color.light-dark'],
  ['a { text-wrap: pretty }', 'properties.text-wrap.pretty'],
  ['@starting-style { a { opacity: 0 } }', 'at-rules.starting-style'],
  ['a:open { color: red }', 'selectors.open'],
  ['a { & b { color: red } }', 'selectors.nesting'],
])('a browser of the range lacks something of %s', (text, feature) => {
  expect(inStyles(text)).toContain(feature)
})

test.each([
  'a { height: 100vh; height: 100dvh; color: color-mix(in srgb, red, blue) }',
  'a { min-height: 100svh; inset: 0 }',
  'b:has(> a):is(:open) { color: red }',
  '@supports (field-sizing: content) { a { field-sizing: content } }',
  'a { -webkit-mask-image: none; mask-image: none }',
  'a\\:open { color: red }',
  '@media (width >= 720px) { a { color: red } }',
])('the range has all of %s', (text) => {
  expect(inStyles(text)).toEqual([])
})

test('names inside of lists that forgive do not count', () => {
  expect(pseudosOf('a:not(:hover):is(b:open, :where(c:open)):focus')).toEqual([
    'not',
    'hover',
    'is',
    'focus',
  ])
})

test('the build is made for the oldest browsers of the range', () => {
  expect(buildTarget()).toEqual(['chrome111', 'edge111', 'firefox128', 'safari16.4', 'ios16.4'])
  const offices = oldestVersions('offices')
  for (const [family, version] of Object.entries(oldestVersions('shop')))
    expect(Number.parseFloat(offices[family as keyof typeof offices])).toBeGreaterThanOrEqual(
      Number.parseFloat(version),
    )
})
