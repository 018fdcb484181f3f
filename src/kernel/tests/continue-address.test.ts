/**
 * Goal: an address from a client never leads off our own origin. Method: a table of valid paths and of attacks that
 * must be refused; every accepted path is resolved as a browser would and must stay on the origin.
 */
import { expect, test } from 'vitest'
import { continuePath, continuePathOn } from '#kernel/continue-address.ts'

test.each([
  ['/', '/'],
  ['/checkout/5', '/checkout/5'],
  ['/en/events/7?date=2026-12-01#seats', '/en/events/7?date=2026-12-01#seats'],
  ['/search?q=a%2Fb&next=//other', '/search?q=a%2Fb&next=//other'],
  ['/a/../b', '/b'],
  ['/shows/შოთა', '/shows/%E1%83%A8%E1%83%9D%E1%83%97%E1%83%90'],
])('%s is ours', (address, path) => {
  expect(continuePath(address)).toBe(path)
  expect(new URL(path, 'https://shop.example').origin).toBe('https://shop.example')
})

test.each([
  '',
  'checkout',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\evil.example',
  '\\\\evil.example',
  '/a\\b',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  '/ /evil.example',
  'https://evil.example',
  'https:/evil.example',
  'https:evil.example',
  'HTTPS://shop.example',
  'http://shop.example@evil.example/',
  '@evil.example',
  '//shop.example@evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,hello',
  '%2F%2Fevil.example',
  '/%2F/evil.example',
  '/%2f%2fevil.example',
  '/%5Cevil.example',
  '/%252F%252Fevil.example',
  '/%09/evil.example',
  '/%0d%0aset-cookie:a=b',
  '/..//evil.example',
  '/a/..//evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  '?next=/',
  '#top',
  `/${'a'.repeat(2_000)}`,
])('%j is refused', (address) => {
  expect(continuePath(address)).toBeNull()
})

test.each([
  ['https://shop.example/en/events/7?a=1', '/en/events/7?a=1'],
  ['/checkout/5', '/checkout/5'],
  ['https://shop.example', null],
  ['https://shop.example.evil.example/', null],
  ['https://shop.example@evil.example/', null],
  ['https://shop.example//evil.example', null],
  ['https://shop.example/%2Fevil.example', null],
  ['http://shop.example/', null],
])('in full: %s', (address, path) => {
  expect(continuePathOn('https://shop.example', address)).toBe(path)
})
