import svgpath from 'svgpath'
import { lengthOf } from './matrix.ts'
import type { SvgElement } from './elements.ts'

/** The role of an element in a layout, from its data attributes or layer name. */
export interface Role {
  readonly kind: string
  readonly value: string
}

const roles =
  /^(section|row|seat|zone|zones|table|booth|standing|free|outline|stage|pitch|screen|bar|floor|wall|line|entrance)(?:[\s:_=-]+(.*))?$/i

/** The text of the element's `title`, which some programs write their names into. */
export const titleAttribute = 'title text'

/** Where programs other than Figma and the older Illustrator keep the names of layers, beside the id. */
export const nameAttributes = [
  // Inkscape, Illustrator, Affinity, Linearity, Penpot, draw.io; then LibreOffice, Visio and SVG-edit.
  'inkscape:label',
  'data-name',
  'serif:id',
  'vectornator:layerName',
  'data-testid',
  'data-cell-id',
  titleAttribute,
]

/**
 * Layer names as drawing programs store them: in an attribute of their own, in a title, or as the id. Programs label what
 * nobody named as well, so the first with a role counts.
 */
export function layerName({ attributes }: Pick<SvgElement, 'attributes'>): string {
  const { id } = attributes
  const given = nameAttributes.flatMap((key) => {
    const name = attributes[key]
    return name === undefined ? [] : [name.trim()]
  })
  const isRole = (name: string) => roles.test((name.split('|')[0] ?? '').trim())
  const [first] = given
  const named = given.find(isRole)
  if (named !== undefined) return named
  const byId = id === undefined ? '' : nameOfId(id)
  return first === undefined || isRole(byId) ? byId : first
}

/** An id as the name that it was made from: Illustrator writes blanks as `_` and other signs as `_x3A_`. */
function nameOfId(id: string): string {
  // Illustrator repeats `row` as `row_1_`; other programs append a number to a name, as in `seat: 12_2`. In `row_1` it is part of the name.
  // Sketch and Affinity write blanks as hyphens: `section:-Left-balcony`.
  if (/:-/.test(id)) return id.replaceAll('-', ' ').replace(/_\d+$/, '').trim()
  const isPlain = /[\s:]/.test(id)
  const single = id.replace(isPlain || /_\d+_\d+$/.test(id) ? /_\d+_?$/ : /_\d+_$/, '')
  const kept = /[:=\s_-]$|^[a-z]+$/i.test(single) ? id.replace(/(_\d+)_$/, '$1') : single
  if (isPlain) return kept.trim()
  return kept
    .replaceAll(/_x([0-9A-Fa-f]{2,6})_|_/g, (_, code?: string) => {
      const point = Number.parseInt(code ?? '20', 16)
      return point > 0x10_ff_ff ? ' ' : String.fromCodePoint(point)
    })
    .trim()
}

export function roleOf(element: Pick<SvgElement, 'attributes'>): Role | null {
  for (const kind of ['section', 'row', 'seat', 'table', 'booth', 'outline', 'shape'] as const) {
    const value = element.attributes[`data-${kind}`]
    if (value === undefined) continue
    return kind === 'shape'
      ? { kind: value.toLowerCase(), value: '' }
      : { kind, value: value.trim() }
  }
  if (element.attributes['data-zones'] !== undefined) return { kind: 'zones', value: '' }
  const match = roles.exec((layerName(element).split('|')[0] ?? '').trim())
  return match ? { kind: (match[1] ?? '').toLowerCase(), value: (match[2] ?? '').trim() } : null
}

/** An attribute from `data-<name>`, or from a layer's name: `section: Parterre | zone=stalls | capacity=200`. */
export function factOf(element: SvgElement, name: string): string | undefined {
  const given = element.attributes[`data-${name}`]
  if (given !== undefined) return given.trim()
  for (const part of layerName(element).split('|').slice(1)) {
    const [key = '', value = ''] = part.split('=').map((each) => each.trim())
    if (key.toLowerCase() === name) return value
  }
  return undefined
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** A length of an element in user units. */
function numberOf({ attributes, viewport }: SvgElement, name: string): number {
  const { width, height } = viewport
  const whole =
    name === 'r'
      ? Math.hypot(width, height) / Math.SQRT2
      : /^(?:c?x|x[12]|width|rx)$/.test(name)
        ? width
        : height
  return lengthOf(attributes[name] ?? '', whole) ?? 0
}

/** The outline of an element as path data, before its transforms; null without a shape. */
function pathData(element: SvgElement): string | null {
  const n = (name: string) => numberOf(element, name)
  const { attributes } = element
  switch (element.name) {
    case 'path':
      return attributes['d'] ?? null
    case 'rect': {
      const [x, y, width, height] = [n('x'), n('y'), n('width'), n('height')]
      return `M${x} ${y}h${width}v${height}h${-width}z`
    }
    case 'circle':
    case 'ellipse': {
      const rx = element.name === 'circle' ? n('r') : n('rx') || n('ry')
      const ry = element.name === 'circle' ? n('r') : n('ry') || n('rx')
      const [x, y] = [n('cx'), n('cy')]
      return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${rx * 2} 0a${rx} ${ry} 0 1 0 ${-rx * 2} 0z`
    }
    case 'polygon':
    case 'polyline':
      return attributes['points'] ? `M${attributes['points']}` : null
    case 'line':
      return `M${n('x1')} ${n('y1')}L${n('x2')} ${n('y2')}`
    default:
      return null
  }
}

const curveSteps = 8

/** Corner points of an element, or of all in a group, as drawn: transforms applied, curves approximated by short lines. */
export function pointsOf(element: SvgElement): Point[] {
  if (element.name === 'g')
    return element.children.flatMap((child) =>
      child.isRemoved || child.isHidden ? [] : pointsOf(child),
    )
  const data = pathData(element)
  if (data === null) return []
  const points: Point[] = []
  let at: Point = { x: 0, y: 0 }
  const to = (x: number, y: number) => {
    at = { x, y }
    const last = points.at(-1)
    if (Number.isFinite(x) && Number.isFinite(y) && (!last || last.x !== x || last.y !== y))
      points.push(at)
  }
  svgpath(data)
    .matrix([...element.transform])
    .abs()
    .unarc()
    .unshort()
    .iterate((segment) => {
      const [command, ...values] = segment as [string, ...number[]]
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values
      if (command === 'M' || command === 'L') to(a, b)
      else if (command === 'H') to(a, at.y)
      else if (command === 'V') to(at.x, a)
      else if (command === 'C' || command === 'Q') {
        const from = at
        const [c1, c2, end] =
          command === 'C'
            ? [
                { x: a, y: b },
                { x: c, y: d },
                { x: e, y: f },
              ]
            : [
                { x: from.x + ((a - from.x) * 2) / 3, y: from.y + ((b - from.y) * 2) / 3 },
                { x: c + ((a - c) * 2) / 3, y: d + ((b - d) * 2) / 3 },
                { x: c, y: d },
              ]
        for (let step = 1; step <= curveSteps; step += 1) {
          const t = step / curveSteps
          const mix = (p: number, q: number, r: number, s: number) =>
            (1 - t) ** 3 * p + 3 * (1 - t) ** 2 * t * q + 3 * (1 - t) * t * t * r + t ** 3 * s
          to(mix(from.x, c1.x, c2.x, end.x), mix(from.y, c1.y, c2.y, end.y))
        }
      }
    })
  const [first] = points
  const last = points.at(-1)
  if (first && last && points.length > 1 && Math.hypot(first.x - last.x, first.y - last.y) < 1e-6)
    points.pop()
  return points
}

export interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export function boundsOf(points: readonly Point[]): Bounds {
  const xs = points.map((point) => point.x)
  const ys = points.map((point) => point.y)
  const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Infinity)
  const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), -Infinity)
  return { left: least(xs), top: least(ys), right: most(xs), bottom: most(ys) }
}

export function middleOf(points: readonly Point[]): Point {
  const { left, top, right, bottom } = boundsOf(points)
  return { x: (left + right) / 2, y: (top + bottom) / 2 }
}

/** The convex hull of points, for a section without its own outline. */
export function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((one, other) => one.x - other.x || one.y - other.y)
  const half = (list: readonly Point[]) => {
    const chain: Point[] = []
    for (const point of list) {
      while (chain.length > 1) {
        const [before, last] = [chain.at(-2), chain.at(-1)]
        if (!before || !last) break
        const turn =
          (last.x - before.x) * (point.y - before.y) - (last.y - before.y) * (point.x - before.x)
        if (turn > 0) break
        chain.pop()
      }
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}
