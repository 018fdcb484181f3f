import { describe, expect, test } from 'vitest'
import { expandLayout, placeById } from '../expand.ts'
import { placeCount, poolsOf } from '../layout.ts'
import { importSvg } from '../svg/import-svg.ts'
import type { DrawingProblem } from '../svg/elements.ts'

/**
 * Goal: a hall drawn in a drawing program becomes a sellable layout, and problems of the drawing are named by line
 * and element. Method: small drawings in the style of each program, and hostile ones.
 */
const name = { ka: 'დარბაზი', en: 'Hall' }

function layoutOf(svg: string) {
  const result = importSvg(svg, name)
  if (!result.ok) throw new Error(JSON.stringify(result.detail))
  return result.value.layout
}

function problemsOf(svg: string): DrawingProblem[] {
  const result = importSvg(svg, name)
  return result.ok ? [] : (result.detail?.['problems'] as DrawingProblem[])
}

const seats = (y: number, count: number, more = '') =>
  Array.from(
    { length: count },
    (_, index) => `<circle cx="${index * 20}" cy="${y}" r="8" data-seat="${index + 1}" ${more}/>`,
  ).join('\n')

describe('a drawing', () => {
  test('with data attributes: sections, rows in order, transforms flattened, seats 55 cm apart', () => {
    const layout = layoutOf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">
      <rect data-shape="stage" data-name-ka="სცენა" data-name-en="Stage" x="0" y="0" width="200" height="40"/>
      <g data-section="A" data-zone="stalls" data-name-ka="პარტერი" data-name-en="Stalls" transform="translate(10 100)">
        <g data-row="10">${seats(40, 6)}</g>
        <g data-row="9" transform="scale(1)">${seats(0, 6)}</g>
      </g></svg>`)
    const [section] = layout.sections
    expect(section).toMatchObject({
      kind: 'seated',
      zone: 'stalls',
      name: { ka: 'პარტერი', en: 'Stalls' },
    })
    expect(section?.rows?.map((row) => row.label)).toEqual(['9', '10'])
    expect(section?.rows?.[0]).toMatchObject({
      pitch: 5.5,
      numbering: [[6, 1, 1]],
      firstPlaceId: 1,
    })
    expect(section?.rows?.[0]?.line?.[2]).toBe(0)
    expect(layout.shapes[0]).toMatchObject({ kind: 'stage', text: { ka: 'სცენა', en: 'Stage' } })
    const expanded = expandLayout(layout)
    expect(placeById(expanded, 1)?.y).toBeLessThan(placeById(expanded, 7)?.y ?? 0)
    expect((expanded.x[2] ?? 0) - (expanded.x[1] ?? 0)).toBeCloseTo(5.5, 1)
  })

  test('from Inkscape: labels of layers, an aisle, numbers from the centre, flags, zones by colour', () => {
    const row = [13, 11, 9, 7, 5, 3, 1, 2, 4, 6].map((label, index) => {
      const flag =
        label === 13 ? ' data-flags="accessible"' : label === 6 ? ' class="obstructed"' : ''
      return `<circle inkscape:label="seat ${label}" cx="${index * 10 + (index > 6 ? 15 : 0)}" cy="0" r="3" fill="${index < 2 ? '#AA0000' : '#0000aa'}"${flag}/>`
    })
    const layout = layoutOf(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="x">
      <g data-zones="1"><rect data-zone="side" data-name-ka="გვერდი" data-name-en="Side" fill="#aa0000"/>
        <rect data-zone="centre" data-name-ka="ცენტრი" fill="#0000aa"/></g>
      <g inkscape:label="section: Balcony | level=1"><g inkscape:label="row 1">${row.join('')}</g></g></svg>`)
    const [section] = layout.sections
    expect(section).toMatchObject({ level: 1, name: { ka: 'Balcony' } })
    const [only] = section?.rows ?? []
    expect(only?.numbering).toEqual([
      [7, 13, -2],
      [3, 2, 2],
    ])
    expect(only?.gaps?.[0]?.[0]).toBe(6)
    const expanded = expandLayout(layout)
    expect(placeById(expanded, 1)).toMatchObject({
      seatLabel: '13',
      zoneKey: 'side',
      flags: ['accessible'],
    })
    expect(placeById(expanded, 10)).toMatchObject({
      seatLabel: '6',
      zoneKey: 'centre',
      flags: ['obstructed'],
    })
    expect(layout.zones.map((zone) => zone.name.ka)).toEqual(['გვერდი', 'ცენტრი'])
  })

  test('from Illustrator and Figma: escaped ids, colours by class, rectangles turned by a matrix', () => {
    const layout =
      layoutOf(`<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
      <svg><style>.st0{fill:#123456;stroke:none}</style>
      <g id="section_x3A__Left"><g id="row_x3A__1" transform="matrix(0 1 -1 0 50 0)">
        <rect id="seat_x3A__1" class="st0" x="0" y="0" width="8" height="8"/>
        <rect id="seat_x3A__2" class="st0" x="10" y="0" width="8" height="8"/>
        <rect id="seat_x3A__3_1_" class="st0" x="20" y="0" width="8" height="8"/></g></g></svg>`)
    const expanded = expandLayout(layout)
    expect([1, 2, 3].map((id) => placeById(expanded, id)?.seatLabel)).toEqual(['1', '2', '3'])
    expect(expanded.x[1]).toBeCloseTo(expanded.x[3] ?? 0, 1)
    expect(layout.zones[0]?.key).toBe('colour-123456')
  })

  test('with tables, booths, standing room and unnumbered seats', () => {
    const layout = layoutOf(`<svg data-unit-cm="10">
      <g data-section="Tables" data-zone="tables">
        <circle data-table="1" data-seats="6" cx="30" cy="30" r="6"/>
        <rect data-table="2" data-seats="4" x="60" y="24" width="16" height="10"/></g>
      <g data-section="Booths" data-zone="booths"><rect data-booth="B1" data-seats="5" x="110" y="24" width="16" height="12"/></g>
      <path data-section="Floor" data-zone="floor" data-capacity="300" d="M0 60h80v40h-80z"/>
      <rect data-section="Lawn" data-kind="free" data-zone="lawn" data-capacity="50" x="100" y="60" width="40" height="40"/></svg>`)
    expect(layout.sections.map((section) => section.kind)).toEqual([
      'table',
      'table',
      'standing',
      'free',
    ])
    expect(placeCount(layout)).toBe(15)
    expect(poolsOf(layout).map(({ pool }) => pool.capacity)).toEqual([300, 50])
    const booth = layout.sections[1]?.tables?.[0]
    expect(booth).toMatchObject({ shape: 'booth', label: 'B1', radius: 8, depth: 6 })
    const { x, y } = expandLayout(layout)
    // The bench is on three sides: no place is below the table.
    const places = [11, 12, 13, 14, 15].map((id) => [x[id] ?? 0, y[id] ?? 0] as const)
    expect(places.every(([, down]) => down <= (booth?.y ?? 0) + 6)).toBe(true)
    expect(places.filter(([across]) => Math.abs(across - (booth?.x ?? 0)) > 10).length).toBe(4)
  })

  test('on a curve keeps each seat where it is drawn', () => {
    const arc = Array.from({ length: 9 }, (_, index) => {
      const angle = ((60 + index * 7.5) * Math.PI) / 180
      return `<circle data-seat="${9 - index}" cx="${Math.cos(angle) * 100}" cy="${Math.sin(angle) * 100}" r="3"/>`
    })
    const layout = layoutOf(
      `<svg><g data-section="A"><g data-row="1">${arc.join('')}</g></g></svg>`,
    )
    expect(layout.sections[0]?.rows?.[0]?.points).toHaveLength(18)
    expect(layout.sections[0]?.rows?.[0]?.numbering).toEqual([[9, 1, 1]])
  })
})

describe('problems', () => {
  test('are reported with line and element', () => {
    const found = problemsOf(`<svg>
<g data-section="A"><circle id="lost" data-seat="1" cx="1" cy="1" r="1"/></g>
<circle id="alone" data-row="1" data-seat="1" cx="1" cy="1" r="1"/>
<g data-section="B"><g data-row="1"><circle data-seat="1" cx="1" cy="1" r="1"/><circle id="again" data-seat="1" cx="20" cy="1" r="1"/></g></g>
<g data-section="C"><circle data-table="1" id="legless" cx="1" cy="1" r="1"/></g>
<path id="hole" data-section="D" data-capacity="many" d="M0 0h9v9z"/>
</svg>`)
    expect(found.map(({ line, element, code }) => `${line} ${element} ${code}`)).toEqual([
      '2 lost seat-without-row',
      '3 alone seat-without-section',
      '4 again seat-twice',
      '5 legless bad-number',
      '6 hole bad-number',
    ])
  })

  test('include violations of the layout’s rules: overlapping seats', () => {
    const [problem] = problemsOf(
      '<svg data-unit-cm="1"><g data-section="A"><g data-row="1"><circle data-seat="1" cx="0" cy="0" r="1"/><circle data-seat="2" cx="3" cy="0" r="1"/></g></g></svg>',
    )
    expect(problem).toMatchObject({ code: 'layout-rule' })
    expect(problem?.values?.['why']).toContain('overlap')
  })

  test.each([
    [
      'an entity',
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
      'entities',
    ],
    [
      'a thousand laughs',
      `<!DOCTYPE svg [<!ENTITY a "aaa"><!ENTITY b "&a;&a;">]><svg/>`,
      'entities',
    ],
    ['an entity nobody declared', '<svg><title>&xxe;</title></svg>', 'broken-xml'],
    ['a script', '<svg><script>alert(1)</script></svg>', 'script'],
    ['a page inside', '<svg><foreignObject><p/></foreignObject></svg>', 'script'],
    ['words of a page inside', '<svg><foreignObject>Hall</foreignObject></svg>', 'script'],
    [
      'a script in what an extension reads',
      '<svg><foreignObject requiredExtensions="x"><script/></foreignObject></svg>',
      'script',
    ],
    ['a handler', '<svg onload="alert(1)"/>', 'script'],
    ['an address that runs', '<svg><a href="javascript:alert(1)"/></svg>', 'script'],
    [
      'a picture from elsewhere',
      '<svg><image href="http://127.0.0.1/x.png"/></svg>',
      'outside-reference',
    ],
    [
      'a style from elsewhere',
      '<svg><rect style="fill:url(http://evil/x)"/></svg>',
      'outside-reference',
    ],
    ['a local file', '<svg><use xlink:href="file:///etc/passwd"/></svg>', 'outside-reference'],
    ['an open element', '<svg><g></svg>', 'broken-xml'],
    ['another document', '<html/>', 'not-svg'],
    ['nothing', '', 'broken-xml'],
    ['no seats', '<svg><rect x="0" y="0" width="5" height="5"/></svg>', 'nothing-to-sell'],
    ['great depth', `<svg>${'<g>'.repeat(5_000)}`, 'too-large'],
    ['great length', `<svg>${' '.repeat(12_000_001)}</svg>`, 'too-large'],
  ])('refuses %s', (_, svg, code) => {
    expect(problemsOf(svg).map((problem) => problem.code)).toEqual([code])
  })
})
