import { describe, expect, test } from 'vitest'
import { expandLayout } from '../expand.ts'
import { importSvg, type DrawnLayout } from '../svg/import-svg.ts'
import type { DrawingProblem } from '../svg/elements.ts'

/**
 * Goal: what a drawing shows is sold, in its place and under its name, and nothing else; what is left out is named.
 * Method: tables of small drawings, each in one of the ways in which drawing programs write the same thing.
 */
const name = { ka: 'დარბაზი', en: 'Hall' }

function imported(content: string): DrawnLayout {
  const result = importSvg(`<svg viewBox="0 0 200 100">${content}</svg>`, name)
  if (!result.ok) throw new Error(JSON.stringify(result.detail))
  return result.value
}

function problemsOf(svg: string): DrawingProblem[] {
  const result = importSvg(svg, name)
  return result.ok ? [] : (result.detail?.['problems'] as DrawingProblem[])
}

const row = (label: string, y: number, more = '') =>
  `<g data-row="${label}" ${more}>${[10, 20, 30].map((x) => `<circle cx="${x}" cy="${y}" r="3"/>`).join('')}</g>`
const hall = `<g data-section="Hall">${row('1', 10)}</g>`
const draft = (more: string) => `<g data-section="Draft" ${more}>${row('1', 50)}</g>`

/** Positions of all seats from the first one on, in seat distances of the first row. */
function placesOf(content: string): string[] {
  const { x, y, placeCount } = expandLayout(imported(content).layout)
  const at = (place: number) =>
    [(x[place] ?? 0) - (x[1] ?? 0), (y[place] ?? 0) - (y[1] ?? 0)].map(
      (value) => Math.round((value / 5.5) * 10) / 10 + 0,
    )
  return Array.from({ length: placeCount }, (_, index) => at(index + 1).join(' '))
}

describe('what is hidden', () => {
  test.each([
    ['an attribute', draft('display="none"')],
    ['an attribute in capitals', draft('display=" NONE "')],
    ['a style', draft('style="fill:red; display : none"')],
    ['an important style', draft('style="display:none !important;display:inline"')],
    ['a class', `<style>.st9{display:none;}</style>${draft('class="st1 st9"')}`],
    ['one of several classes', `<style>.a, .b , .c{display:none}</style>${draft('class="b"')}`],
    ['a sheet after the layer', `${draft('class="late"')}<style>.late{display:none}</style>`],
    ['a sheet in CDATA', `<style><![CDATA[.c{display:none}]]></style>${draft('class="c"')}`],
    [
      'a sheet with a comment',
      `<style>/* .c{} */ .c{/*;*/display:none}</style>${draft('class="c"')}`,
    ],
    ['an id', `<style>#old{display:none}</style>${draft('id="old"')}`],
    ['an element and class', `<style>g.off{display:none}</style>${draft('class="off"')}`],
    ['layers of a class', `<style>.off g{display:none}</style>${draft('class="off"')}`],
    [
      'an attribute in a selector',
      `<style>[data-section="Draft"]{display:none}</style>${draft('')}`,
    ],
    ['rules for the screen', `<style>@media screen{.c{display:none}}</style>${draft('class="c"')}`],
    ['visibility', draft('visibility="hidden"')],
    ['collapsed visibility', draft('style="visibility:collapse"')],
    ['opacity', draft('opacity="0"')],
    ['opacity of a group above', `<g style="opacity:0%">${draft('')}</g>`],
    ['the attribute hidden', draft('hidden=""')],
    ['an extension', draft('requiredExtensions="http://example.com/"')],
    [
      'a hidden layer above',
      `<g style="display:none"><g style="display:inline">${draft('')}</g></g>`,
    ],
  ])('by %s is left out and counted', (_, content) => {
    const { seats, layout, leftOut } = imported(hall + content)
    expect(seats).toBe(3)
    expect(layout.sections.map((section) => section.name.en)).toEqual(['Hall'])
    expect(leftOut.map(({ code, values }) => [code, values?.['count']])).toEqual([['hidden', 3]])
  })

  test.each([
    ['definitions', `<defs>${draft('')}</defs>`],
    ['a clip', `<clipPath>${draft('')}</clipPath>`],
    ['a mask', `<mask>${draft('')}</mask>`],
    ['a symbol', `<symbol>${draft('')}</symbol>`],
    ['a marker', `<marker>${draft('')}</marker>`],
    ['another branch of a switch', `<switch>${hall}${draft('')}</switch>`],
  ])('in %s is left out', (_, content) => {
    expect(imported(content.includes('<switch>') ? content : hall + content).seats).toBe(3)
  })

  test.each([
    [
      'a visible part of a hidden group',
      draft('visibility="hidden"').replace('data-row', 'visibility="visible" data-row'),
    ],
    ['a style against its attribute', draft('display="none" style="display:inline"')],
    [
      'a sheet against its attribute',
      `<style>.on{display:inline}</style>${draft('display="none" class="on"')}`,
    ],
    [
      'an id against its class',
      `<style>#on{display:inline}.off{display:none}</style>${draft('id="on" class="off"')}`,
    ],
    ['rules for paper', `<style>@media print{.c{display:none}}</style>${draft('class="c"')}`],
    ['a sheet for paper', `<style media="print">.c{display:none}</style>${draft('class="c"')}`],
    [
      'a rule for others',
      `<style>.a .c{display:none} rect{display:none}</style>${draft('class="c"')}`,
    ],
    ['faint opacity', draft('opacity="0.1"')],
  ])('is shown: %s', (_, content) => {
    const { seats, leftOut } = imported(hall + content)
    expect({ seats, leftOut }).toEqual({ seats: 6, leftOut: [] })
  })
})

const seat = '<circle id="s" cx="10" cy="10" r="3"/>'
const inRow = (content: string) => `<g data-section="A"><g data-row="1">${content}</g></g>`
const two = ['0 0', '1 0']

describe('a clone', () => {
  test.each([
    ['moved by x', inRow(`${seat}<use href="#s" x="10"/>`), two],
    ['with the old name of the reference', inRow(`${seat}<use xlink:href="#s" x="10"/>`), two],
    ['moved by a transform', inRow(`${seat}<use href="#s" transform="translate(10)"/>`), two],
    ['moved by both', inRow(`${seat}<use href="#s" x="4" transform="translate(6)"/>`), two],
    ['moved by a style', inRow(`${seat}<use href="#s" style="transform:translate(10px,0)"/>`), two],
    ['written before what it repeats', inRow(`<use href="#s" x="10"/>${seat}`), two],
    [
      'of a clone',
      inRow(`${seat}<use id="t" href="#s" x="10"/><use href="#t" x="10"/>`),
      [...two, '2 0'],
    ],
    [
      'of a group',
      inRow(`<g id="pair">${seat}<circle cx="20" cy="10" r="3"/></g><use href="#pair" x="20"/>`),
      [...two, '2 0', '3 0'],
    ],
    [
      'of definitions',
      `<defs>${seat}</defs>${inRow('<use href="#s"/><use href="#s" x="10"/>')}`,
      two,
    ],
    [
      'of a hidden layer’s parts',
      `<g display="none">${seat}</g>${inRow('<use href="#s"/><use href="#s" x="10"/>')}`,
      two,
    ],
    [
      'of a symbol',
      `<symbol id="s"><rect width="4" height="4"/></symbol>${inRow('<use href="#s"/><use href="#s" x="10"/>')}`,
      two,
    ],
    [
      'of a symbol of two shapes',
      `<symbol id="s"><rect width="6" height="4"/><rect y="4" width="6" height="2"/></symbol>${inRow('<use href="#s"/><use href="#s" x="10"/>')}`,
      two,
    ],
    [
      'of a symbol with a viewBox',
      `<symbol id="s" viewBox="0 0 100 100"><rect x="80" width="20" height="20"/></symbol>${inRow('<use href="#s" width="10" height="10"/><use href="#s" x="10" width="10" height="10"/><use href="#s" x="14" width="20" height="20"/>')}`,
      [...two, '2.3 0.1'],
    ],
    [
      'of a row with its own name',
      `<g data-section="A">${row('1', 10, 'id="r"')}<use href="#r" y="10" data-row="2"/></g>`,
      ['0 0', '1 0', '2 0', '0 1', '1 1', '2 1'],
    ],
  ])('%s is a seat', (_, content, places) => {
    expect(placesOf(content)).toEqual(places)
  })

  test('has its own number, or the next', () => {
    const numbered = '<circle id="seat_x3A__7" cx="10" cy="10" r="3"/>'
    const labels = (content: string) => {
      const [first] = imported(inRow(content)).layout.sections[0]?.rows ?? []
      return first?.numbering
    }
    expect(labels(`${numbered}<use href="#seat_x3A__7" id="seat_x3A__8" x="10"/>`)).toEqual([
      [2, 7, 1],
    ])
    expect(labels(`${numbered}<use href="#seat_x3A__7" id="use12" x="10"/>`)).toEqual([[2, 7, -5]])
    const between = '<circle data-seat="1" id="s" cx="10" cy="10" r="3"/><use href="#s" x="10"/>'
    expect(labels(`${between}<circle data-seat="2" cx="30" cy="10" r="3"/>`)).toEqual([
      [2, 1, 3],
      [1, 2, 1],
    ])
  })

  test.each([
    ['of nothing', inRow(`${seat}\n<use href="#none"/>`), 2],
    ['of itself', inRow(`${seat}\n<use id="u" href="#u"/>`), 2],
    ['of the group around it', inRow(`${seat}<g id="u">\n\n<use href="#u"/></g>`), 3],
    ['in a circle', inRow(`${seat}\n<use id="a" href="#b"/><use id="b" href="#a"/>`), 2],
    ['of a colour', `<linearGradient id="c"/>${inRow(`${seat}\n<use href="#c"/>`)}`, 2],
  ])('%s is named with its line', (_, content, line) => {
    const [first] = problemsOf(`<svg>${content}</svg>`)
    expect(first).toMatchObject({ code: 'clone-unreadable', line })
  })

  test('cannot multiply without end', () => {
    const levels = Array.from(
      { length: 20 },
      (_, at) => `<g id="g${at + 1}">${`<use href="#g${at}"/>`.repeat(10)}</g>`,
    )
    expect(problemsOf(`<svg><g id="g0">${seat}</g>${levels.join('')}</svg>`)[0]?.code).toBe(
      'too-large',
    )
    const long = `<path id="p" d="${'M0 0h1v1z'.repeat(10_000)}"/>`
    expect(problemsOf(`<svg>${long}${'<use href="#p"/>'.repeat(1_000)}</svg>`)[0]?.code).toBe(
      'too-large',
    )
  })
})
