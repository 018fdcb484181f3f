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
  ['a style of open comments', (size: number) => inSvg(`<style>${'/*'.repeat(size)}</style>`)],
  [
    'a style of rules',
    (size: number) => inSvg(`<style>${'@media x{a b{fill:red}'.repeat(size)}</style>`),
  ],
  ['a long selector', (size: number) => inSvg(`<style>${'a>'.repeat(size)}{fill:red}</style>`)],
  [
    'many selectors',
    (size: number) => inSvg(`<style>${'.a,'.repeat(size)}b{fill:red}</style><g class="a"/>`),
  ],
  [
    'classes of an element',
    (size: number) => inSvg(`<style>.a{fill:red}</style><g class="${'a '.repeat(size)}"/>`),
  ],
  [
    'brackets of a transform',
    (size: number) => inSvg(`<g style="transform:${'scale(1)'.repeat(size)}"/>`),
  ],
  [
    'signs of a transform',
    (size: number) => inSvg(`<g style="transform:scale(${'1-'.repeat(size)})"/>`),
  ],
  ['a viewBox of blanks', (size: number) => inSvg(`<svg viewBox="${' 1'.repeat(size)}"/>`)],
  [
    'an origin of blanks',
    (size: number) =>
      inSvg(`<g transform="scale(1)" style="transform-origin:1${' '.repeat(size)}1"/>`),
  ],
  ['a length of digits', (size: number) => inSvg(`<svg width="${'1'.repeat(size)}x!"/>`)],
  ['entities of a namespace', (size: number) => `<!DOCTYPE svg [${'<!ENTITY ns_a '.repeat(size)}`],
  ['blanks of an entity', (size: number) => `<!DOCTYPE svg [<!ENTITY${' '.repeat(size)}`],
  ['clones of nothing', (size: number) => inSvg('<use href="#a"/>'.repeat(size))],
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
    'clones of one seat',
    (size: number) =>
      row(
        `<circle id="s" r="1"/>${Array.from({ length: size }, (_, at) => `<use href="#s" x="${at}"/>`).join('')}`,
      ),
  ],
  [
    'hidden shapes',
    (size: number) => row(`<g visibility="hidden">${'<circle r="1"/>'.repeat(size * 5)}</g>`),
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
