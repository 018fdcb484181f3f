/** Goal: an answer is coded as its caller accepts it (RFC 9110, 12.5.3), weights included. Method: a table of headers. */
import { expect, test } from 'vitest'
import { acceptedEncoding, acceptsNothing, refusesPlain } from '../accepted-encoding.ts'

const offered = ['br', 'gzip'] as const

/** The header, the chosen coding, and whether the plain form is refused. */
const rows: readonly (readonly [string | undefined, 'br' | 'gzip' | null, boolean])[] = [
  [undefined, null, false],
  ['', null, false],
  ['br', 'br', false],
  ['gzip', 'gzip', false],
  ['GZIP', 'gzip', false],
  ['x-gzip', 'gzip', false],
  ['gzip, deflate, br, zstd', 'br', false],
  ['gzip,br', 'br', false],
  ['br;q=0', null, false],
  ['gzip;q=0', null, false],
  ['br;q=0, gzip', 'gzip', false],
  ['br; q=0.000 , gzip;q=0.1', 'gzip', false],
  ['br;q=0.5, gzip;q=1', 'gzip', false],
  ['br;q=0.8, gzip;q=0.8', 'br', false],
  ['gzip;q=0.001', 'gzip', false],
  ['identity', null, false],
  ['identity;q=1, gzip;q=0.5', null, false],
  ['identity;q=0.5, gzip;q=0.5', 'gzip', false],
  ['identity;q=0', null, true],
  ['identity;q=0, gzip', 'gzip', true],
  ['identity;q=0, br;q=0, gzip;q=0.2', 'gzip', true],
  ['*', 'br', false],
  ['*;q=0', null, true],
  ['*;q=0, gzip', 'gzip', true],
  ['*;q=0, identity', null, false],
  ['*;q=0.5, br;q=0', 'gzip', false],
  ['*, identity;q=0', 'br', true],
  ['gzip, *;q=0', 'gzip', true],
  ['deflate, zstd', null, false],
  // Neither another coding's name nor a broken weight means anything.
  ['brotli', null, false],
  ['vibrant, gzippy', null, false],
  ['br;q=nonsense, gzip', 'gzip', false],
  ['br;q=2', null, false],
  ['br;q=0.1234, gzip', 'gzip', false],
  ['br;level=4', 'br', false],
  [', ,gzip,', 'gzip', false],
  [`${'a,'.repeat(500)}br`, null, false],
]

test.each(rows)('%s: %s', (header, coding, isPlainRefused) => {
  // The second time it is read from memory.
  for (const turn of ['first', 'second']) {
    expect(acceptedEncoding(header, offered), turn).toBe(coding)
    expect(refusesPlain(header)).toBe(isPlainRefused)
    expect(acceptsNothing(header, offered)).toBe(isPlainRefused && coding === null)
  }
})

test('without another form the plain one is chosen', () => {
  expect(acceptedEncoding('gzip, br', [])).toBeNull()
})
