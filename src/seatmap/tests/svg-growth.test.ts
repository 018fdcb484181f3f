/**
 * Goal: no drawing keeps the process longer than its size explains. Method: each way of making the reader look at the same
 * place again and again, at two sizes.
 */
import { expect, test } from 'vitest'
import { expectLinear } from '../../../tests/support/growth.ts'
import { importSvg } from '../svg/import-svg.ts'
import { readSvg } from '../svg/read-svg.ts'

const name = { ka: 'დარბაზი', en: 'Hall' }
const inSvg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`
const row = (seats: string) => inSvg(`<g id="section: A"><g id="row: 1">${seats}</g></g>`)

test.each([
  ['a style without braces', (size: number) => inSvg(`<style>${'.a'.repeat(size)}</style>`)],
  ['a style of open braces', (size: number) => inSvg(`<style>${'.a{'.repeat(size)}</style>`)],
  ['a style of semicolons', (size: number) => inSvg(`<g style="${'; '.repeat(size)}"/>`)],
  ['document types without an end', (size: number) => '<!DOCTYPE '.repeat(size)],
  ['addresses without an end', (size: number) => inSvg(`<g fill="${'url('.repeat(size)}"/>`)],
  ['blanks in an address', (size: number) => inSvg(`<g fill="url(${' '.repeat(size)}#"/>`)],
])('reads %s in a time in proportion to its length', (_, inputOf) => {
  expectLinear((input) => readSvg(input), inputOf, 20_000)
})

test.each([
  [
    'seats of one row',
    (size: number) =>
      row(Array.from({ length: size }, (_, at) => `<circle id="seat: s${at}" r="1"/>`).join('')),
  ],
  [
    'a long layer name above many seats',
    (size: number) =>
      inSvg(
        `<g id="section: ${'_x3A_'.repeat(size)}"><g id="row: 1">${'<circle r="1"/>'.repeat(size)}</g></g>`,
      ),
  ],
  [
    'a long transform above many seats',
    (size: number) =>
      inSvg(
        `<g transform="${'translate(1 1) '.repeat(size)}"><g id="section: A"><g id="row: 1">${'<circle r="1"/>'.repeat(size)}</g></g></g>`,
      ),
  ],
])('imports %s in a time in proportion to its length', (_, inputOf) => {
  expectLinear((input) => importSvg(input, name), inputOf, 400)
})

test('keeps reading styles as Illustrator writes them', () => {
  const read = readSvg(
    inSvg(
      '<style>.st0{fill:#D4491C;stroke:none} .st1,.st2 { stroke : red ; FILL : #00ff00 }</style><g class="st2"/><g class="st0"/><g style="opacity:1; fill : blue"/>',
    ),
  )
  expect(read.ok && read.value.children.slice(1).map(({ fill }) => fill)).toEqual([
    '#00ff00',
    '#d4491c',
    'blue',
  ])
})
