import { describe, expect, test } from 'vitest'
import { expandLayout } from '../expand.ts'
import { importSvg, type DrawnLayout } from '../svg/import-svg.ts'
import type { DrawingProblem } from '../svg/elements.ts'

/**
 * Goal: a drawing's places and names are those that its program shows, and only what is dangerous is refused. Method:
 * tables of small drawings; each way to move a section is compared with the same section moved by hand.
 */
const name = { ka: 'დარბაზი', en: 'Hall' }

function imported(svg: string): DrawnLayout {
  const result = importSvg(svg, name)
  if (!result.ok) throw new Error(JSON.stringify(result.detail))
  return result.value
}

function problemsOf(svg: string): DrawingProblem[] {
  const result = importSvg(svg, name)
  return result.ok ? [] : (result.detail?.['problems'] as DrawingProblem[])
}

const seats = (points: readonly (readonly [number, number])[]) =>
  points.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3"/>`).join('')
const section = (label: string, content: string, more = '') =>
  `<g data-section="${label}" ${more}><g data-row="1">${content}</g></g>`
const fixed = section(
  'A',
  seats([
    [10, 10],
    [20, 10],
  ]),
)
const drawing = (content: string) =>
  `<svg viewBox="0 0 400 200" data-unit-cm="10">${fixed}${content}</svg>`

/** Positions in the drawing's own units, from the first seat on. */
function placesOf(svg: string): string[] {
  const { x, y, placeCount } = expandLayout(imported(svg).layout)
  const from = (values: ArrayLike<number>, place: number) =>
    Math.round((values[place] ?? 0) - (values[1] ?? 0)) + 10
  return Array.from({ length: placeCount }, (_, at) => `${from(x, at + 1)} ${from(y, at + 1)}`)
}

const pair = seats([
  [0, 0],
  [10, 0],
])
const moved = (style: string) => section('B', pair, `style="${style}"`)
const nested = (attributes: string, content = pair) =>
  `<svg ${attributes}>${section('B', content)}</svg>`

describe('places', () => {
  test.each([
    ['an attribute', section('B', pair, 'transform="translate(50,40)"'), '50 40', '60 40'],
    [
      'an attribute without a comma',
      section('B', pair, 'transform="translate(50-40)translate(0 80)"'),
      '50 40',
      '60 40',
    ],
    ['pixels of a style', moved('transform:translate(50px, 40px)'), '50 40', '60 40'],
    [
      'a sheet',
      `<style>.m{transform:translate(50px,40px)}</style>${section('B', pair, 'class="m"')}`,
      '50 40',
      '60 40',
    ],
    [
      'a style instead of its attribute',
      section('B', pair, 'transform="translate(9 9)" style="transform:translate(50px,40px)"'),
      '50 40',
      '60 40',
    ],
    ['single axes', moved('transform:translateX(50px) translateY(40px)'), '50 40', '60 40'],
    ['percents of the viewBox', moved('transform:translate(25%,20%)'), '100 40', '110 40'],
    ['inches', moved('transform:translate(1in,0)'), '96 0', '106 0'],
    ['millimetres', moved('transform:translate(25.4mm,0)'), '96 0', '106 0'],
    ['degrees', moved('transform:translate(50px,40px) rotate(90deg)'), '50 40', '50 50'],
    ['a turn', moved('transform:translate(50px,40px) rotate(.25turn)'), '50 40', '50 50'],
    ['radians', moved('transform:translate(50px,40px) rotate(1.5707963rad)'), '50 40', '50 50'],
    [
      'a point to turn around',
      section('B', pair, 'transform="rotate(90 50 40)"'),
      '90 -10',
      '90 0',
    ],
    ['an origin', moved('transform:rotate(90deg);transform-origin:50px 40px'), '90 -10', '90 0'],
    [
      'an origin in words',
      moved('transform:rotate(180deg);transform-origin:center'),
      '390 200',
      '400 200',
    ],
    [
      'an origin as an attribute',
      section('B', pair, 'transform="rotate(90)" transform-origin="50 40"'),
      '90 -10',
      '90 0',
    ],
    ['a scale', moved('transform:translate(50px,40px) scale(2)'), '50 40', '70 40'],
    ['a scale of one axis', moved('transform:translate(50px,40px) scaleX(2)'), '50 40', '70 40'],
    ['a matrix', moved('transform:matrix(0,1,-1,0,50,40)'), '50 40', '50 50'],
    ['a skew', moved('transform:translate(50px,40px) skewY(45deg)'), '50 40', '60 50'],
    [
      'properties of their own',
      moved('translate:50px 40px;rotate:90deg;scale:2'),
      '50 40',
      '50 60',
    ],
    [
      'groups in groups',
      `<g transform="scale(2)"><g style="transform:translate(25px,20px)">${section('B', pair)}</g></g>`,
      '50 40',
      '70 40',
    ],
    ['a nested drawing', nested('x="50" y="40"'), '50 40', '60 40'],
    [
      'a nested drawing with a scale',
      nested('x="50" y="40" width="100" height="100" viewBox="0 0 50 50"'),
      '50 40',
      '70 40',
    ],
    [
      'a corner of the viewBox',
      nested('x="50" y="40" width="100" height="100" viewBox="10 10 100 100"'),
      '40 30',
      '50 30',
    ],
    ['room at both sides', nested('width="200" height="50" viewBox="0 0 50 50"'), '75 0', '85 0'],
    [
      'room at the right',
      nested('width="200" height="50" viewBox="0 0 50 50" preserveAspectRatio="xMinYMid meet"'),
      '0 0',
      '10 0',
    ],
    [
      'room at the left',
      nested('width="200" height="50" viewBox="0 0 50 50" preserveAspectRatio="xMaxYMid"'),
      '150 0',
      '160 0',
    ],
    [
      'no proportions',
      nested('width="100" height="50" viewBox="0 0 50 50" preserveAspectRatio="none"'),
      '0 0',
      '20 0',
    ],
    [
      'a filled box',
      nested('width="100" height="50" viewBox="0 0 50 50" preserveAspectRatio="xMinYMin slice"'),
      '0 0',
      '20 0',
    ],
    [
      'percents of the outer drawing',
      nested('x="25%" y="20%" width="50%" height="50%"'),
      '100 40',
      '110 40',
    ],
    ['nested twice', nested('x="20" y="20"', `<svg x="30" y="20">${pair}</svg>`), '50 40', '60 40'],
    [
      'seats in millimetres',
      section('B', '<circle cx="25.4mm" cy="0" r="1mm"/><circle cx="2in" cy="0" r="3pt"/>'),
      '96 0',
      '192 0',
    ],
    [
      'seats in percents',
      section(
        'B',
        '<circle cx="25%" cy="20%" r="1%"/><rect x="27%" y="15%" width="1%" height="10%"/>',
      ),
      '100 40',
      '110 40',
    ],
  ])('by %s', (_, content, first, second) => {
    expect(placesOf(drawing(content))).toEqual(['10 10', '20 10', first, second])
  })

  test.each([
    ['depth', 'transform:rotateX(30deg)'],
    ['a calculation', 'transform:translate(calc(1px + 2%),0)'],
    ['a variable', 'transform:var(--place)'],
    ['an open bracket', 'transform:translate(5px'],
    ['a box of its own', 'transform:rotate(9deg);transform-box:fill-box;transform-origin:center'],
  ])('are a problem that names the element where the transform cannot be read: %s', (_, style) => {
    expect(problemsOf(drawing(section('B', pair, `id="turned" style="${style}"`)))).toEqual([
      { code: 'transform-unreadable', line: 1, element: 'turned' },
    ])
  })
})

const png = 'data:image/png;base64,iVBORw0KGgo='

describe('what a program adds', () => {
  test.each([
    ['an empty foreign object', '<foreignObject/>', []],
    ['a foreign object of blanks', '<foreignObject>\n </foreignObject>', []],
    [
      'data of an extension',
      '<foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/"><i:aipgfRef href="#x">text</i:aipgfRef></foreignObject>',
      [],
    ],
    ['a picture', `<image href="${png}"/>`, ['picture']],
    ['a picture by the old name', `<image xlink:href="${png}"/>`, ['picture']],
    ['a picture without an address', '<image href=""/>', ['picture']],
    ['a picture in a filter', `<filter><feImage href="${png}"/></filter>`, []],
    ['a pattern in a style', `<rect style="fill:url(${png})"/>`, []],
    ['an animation', '<rect><animate attributeName="x"/><set attributeName="y"/></rect>', []],
    ['a link', '<a href="https://example.com/"><rect/></a>', []],
    ['its own data', '<sodipodi:namedview><inkscape:grid id="g"/></sodipodi:namedview>', []],
    ['a font', `<style>@font-face{src:url(${png})} @import "x.css";</style>`, []],
    ['words', '<text>Row 1</text>', []],
  ])('is passed over: %s', (_, content, left) => {
    const { seats: count, leftOut } = imported(drawing(content))
    expect(count).toBe(2)
    expect(leftOut.map(({ code }) => code)).toEqual(left)
  })

  test.each([
    ['a page', '<foreignObject><body/></foreignObject>', 'script'],
    ['a handler of a picture', `<image href="${png}" onload="x"/>`, 'script'],
    ['a clone of data', `<use href="${png}"/>`, 'outside-reference'],
    ['a picture from elsewhere', '<image href="//example.com/x.png"/>', 'outside-reference'],
    ['a local picture', '<image xlink:href="hall.png"/>', 'outside-reference'],
    [
      'a fill from elsewhere',
      '<rect fill="url( \'https://example.com/#a\')"/>',
      'outside-reference',
    ],
  ])('is refused: %s', (_, content, code) => {
    expect(problemsOf(drawing(content)).map((problem) => problem.code)).toEqual([code])
  })

  const doctype = (inside: string) =>
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [${inside}]>`
  const space = '<!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">'

  test('names of namespaces are read, also twice and in single quotes', () => {
    const more = `${space}\n<!ENTITY ns_svg 'http://www.w3.org/2000/svg'>`
    const svg = drawing('<foreignObject requiredExtensions="&ns_ai;"/>').replace(
      '<svg',
      '<svg xmlns="&ns_svg;"',
    )
    expect(imported(doctype(more) + svg).seats).toBe(2)
  })

  test.each([
    ['another name', '<!ENTITY a "http://ns.adobe.com/">'],
    ['a file', '<!ENTITY ns_a SYSTEM "http://ns.adobe.com/">'],
    ['one in another', `${space}<!ENTITY ns_b "http://&ns_ai;">`],
    ['a parameter', '<!ENTITY % ns_a "http://ns.adobe.com/">'],
    ['words', '<!ENTITY ns_a "words">'],
    ['markup', '<!ENTITY ns_a "http:<g/>">'],
    ['very many', Array.from({ length: 41 }, (_, at) => space.replace('ai', `a${at}`)).join('')],
  ])('entities of other kinds are refused: %s', (_, inside) => {
    expect(problemsOf(doctype(inside) + drawing('')).map(({ code }) => code)).toEqual(['entities'])
  })

  test('a name of a namespace cannot be repeated without end', () => {
    const svg = doctype(space) + drawing(`<desc>${'&ns_ai;'.repeat(2_001)}</desc>`)
    expect(problemsOf(svg).map(({ code }) => code)).toEqual(['entities'])
  })
})

describe('names', () => {
  const named = (hall: string, line: string) =>
    imported(
      `<svg><g ${hall}><g ${line}>${seats([
        [10, 10],
        [20, 10],
      ])}</g></g></svg>`,
    ).layout.sections.map(
      ({ name: { en }, rows }) => `${en} / ${rows?.map(({ label }) => label).join()}`,
    )
  test.each([
    [
      'an id of Illustrator',
      'id="section_x3A__Left_balcony"',
      'id="row_x3A__1"',
      'Left balcony / 1',
    ],
    [
      'its repetition',
      'id="section_x3A__Left_balcony_1_"',
      'id="row_x3A__1_1_"',
      'Left balcony / 1',
    ],
    ['a later repetition', 'id="section_x3A__A"', 'id="row_x3A__12_10_"', 'A / 12'],
    ['without a colon', 'id="section_Left_balcony"', 'id="row_1_1_"', 'Left balcony / 1'],
    ['a number at the end', 'id="section_x3A__Loge_2"', 'id="row_2"', 'Loge 2 / 2'],
    [
      'Georgian letters',
      'id="section_x3A__x10DA__x10DD__x10DF__x10D0_"',
      'id="row_x3A__1"',
      'ლოჟა / 1',
    ],
    ['an underscore of the name', 'id="section_x3A__Left_x5F_B"', 'id="row_x3A__1"', 'Left_B / 1'],
    ['facts', 'id="section_x3A__Left_B__x7C__level_x3D_1"', 'id="row_x3A__1"', 'Left B / 1'],
    [
      'its newer name',
      'id="section_Left-2" data-name="section: Left"',
      'id="row_1-2" data-name="row: 1"',
      'Left / 1',
    ],
    [
      'a label of Inkscape',
      'id="g12" inkscape:label="section: Left_B"',
      'id="g13" inkscape:label="row 1"',
      'Left_B / 1',
    ],
    [
      'a label without a role',
      'id="section: Left" inkscape:label="Layer 1"',
      'id="row: 1" data-name="Group"',
      'Left / 1',
    ],
    ['an id of Figma', 'id="section: Left balcony"', 'id="row: 1_2"', 'Left balcony / 1'],
    ['an attribute before all', 'id="section: A" data-section="B"', 'data-row="1"', 'B / 1'],
    ['a number beyond all letters', 'id="section_x3A__A_xFFFFFF_B"', 'id="row_x3A__1"', 'A B / 1'],
  ])('%s', (_, hall, line, expected) => {
    expect(named(hall, line)).toEqual([expected])
  })
})
