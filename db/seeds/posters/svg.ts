/** SVG primitives of the posters. Motifs use coordinates in which half of the sheet's shorter side is 100. */
import type { SeededRandom } from '../random.ts'

/** The drawing area of a motif: centre at (0, 0), edges at ±`halfWidth` and ±`halfHeight`. */
export interface Sheet {
  readonly halfWidth: number
  readonly halfHeight: number
  readonly random: SeededRandom
}

export interface Art {
  readonly ground: string
  /** Colour of the title. */
  readonly ink: string
  draw(sheet: Sheet): string
}

export type Point = readonly [number, number]

function number(value: number): string {
  return String(Math.round(value * 100) / 100)
}

export function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? number(value) : value}"`)
    .join('')
}

export type Paint = Readonly<Record<string, string | number>>

export function fill(colour: string): Paint {
  return { fill: colour }
}

export function line(colour: string, width: number): Paint {
  return { fill: 'none', stroke: colour, 'stroke-width': width }
}

/** A semi-transparent overlay, like overprinted ink. */
export function overprint(colour: string): Paint {
  return { fill: colour, style: 'mix-blend-mode:multiply' }
}

export function circle(x: number, y: number, radius: number, paint: Paint): string {
  return `<circle${attributes({ cx: x, cy: y, r: Math.max(0, radius), ...paint })}/>`
}

export function ellipse(x: number, y: number, wide: number, high: number, paint: Paint): string {
  return `<ellipse${attributes({ cx: x, cy: y, rx: wide, ry: high, ...paint })}/>`
}

export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  paint: Paint,
  corner = 0,
): string {
  return `<rect${attributes({ x, y, width: Math.max(0, width), height: Math.max(0, height), rx: corner, ...paint })}/>`
}

export function polygon(points: readonly Point[], paint: Paint): string {
  const text = points.map((point) => point.map(number).join(',')).join(' ')
  return `<polygon${attributes({ points: text, ...paint })}/>`
}

export function path(d: string, paint: Paint): string {
  return `<path${attributes({ d, ...paint })}/>`
}

export function group(content: string, values: Readonly<Record<string, string>>): string {
  return `<g${attributes(values)}>${content}</g>`
}

export function turned(content: string, degrees: number, x = 0, y = 0): string {
  return group(content, { transform: `rotate(${number(degrees)} ${number(x)} ${number(y)})` })
}

export function moved(content: string, x: number, y: number): string {
  return group(content, { transform: `translate(${number(x)} ${number(y)})` })
}

/** Clips the content to the shapes. */
export function clipped(content: string, shapes: string, name: string): string {
  return `<clipPath id="${name}">${shapes}</clipPath>${group(content, { 'clip-path': `url(#${name})` })}`
}

/** The element at an index modulo the length. */
export function nth<Value>(values: readonly Value[], index: number): Value {
  const value = values[index % values.length]
  if (value === undefined) throw new RangeError(`No value at ${index}`)
  return value
}

export function times(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}

export function polar(radius: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  return [Math.cos(angle) * radius, Math.sin(angle) * radius]
}

/** Half a disc; at 0 degrees its flat side is at the bottom. */
export function halfDisc(
  x: number,
  y: number,
  radius: number,
  degrees: number,
  paint: Paint,
): string {
  const d = `M${number(x - radius)} ${number(y)}A${number(radius)} ${number(radius)} 0 0 1 ${number(x + radius)} ${number(y)}Z`
  return turned(path(d, paint), degrees, x, y)
}

/** A quarter of a disc in a square cell; before rotation, the circle's centre is at (x, y). */
export function quarterDisc(
  x: number,
  y: number,
  side: number,
  turn: number,
  paint: Paint,
): string {
  const s = number(side)
  const d = `M${number(x)} ${number(y)}h${s}A${s} ${s} 0 0 1 ${number(x)} ${number(y + side)}Z`
  return turned(path(d, paint), turn * 90, x + side / 2, y + side / 2)
}

/** A band with a wave as upper edge, filled down to `bottom`. */
export function waveBand(
  sheet: Sheet,
  y: number,
  options: { height: number; length: number; phase: number; bottom: number },
  paint: Paint,
): string {
  const { height, length, phase, bottom } = options
  const reach = sheet.halfWidth + 4
  const points: string[] = []
  for (let x = -reach; x <= reach; x += 3)
    points.push(`${number(x)} ${number(y + Math.sin((x / length + phase) * 2 * Math.PI) * height)}`)
  return path(
    `M${points.join('L')}L${number(reach)} ${number(bottom)}L${number(-reach)} ${number(bottom)}Z`,
    paint,
  )
}

/** A pointed leaf, upwards from its stem at (0, 0). */
export function leaf(length: number, width: number, paint: Paint): string {
  const l = number(-length)
  const w = number(width / 2)
  const middle = number(-length * 0.45)
  return path(
    `M0 0C${w} ${number(-length * 0.1)} ${w} ${middle} 0 ${l}C-${w} ${middle} -${w} ${number(-length * 0.1)} 0 0Z`,
    paint,
  )
}
