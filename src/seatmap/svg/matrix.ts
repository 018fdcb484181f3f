/** Transforms of a drawing, from attributes and from CSS, as one matrix. */

/** `a b c d e f` of an SVG matrix: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number]

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** The matrix that applies `inner` first, then `outer`. */
export function times(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer
  const [g, h, i, j, k, l] = inner
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ]
}

export const moved = (x: number, y: number): Matrix => [1, 0, 0, 1, x, y]

export interface Size {
  readonly width: number
  readonly height: number
}

/** User units in a unit of length; a unit that depends on a font is taken for one of 16 pixels. */
const units: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  em: 16,
  rem: 16,
  ex: 8,
}

/** A length in user units; `whole` is what a percentage refers to. Null if it is not a length. */
export function lengthOf(text: string, whole: number): number | null {
  const match = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]*)$/i.exec(text.trim())
  if (!match) return null
  const value = Number(match[1])
  const unit = (match[2] ?? '').toLowerCase()
  if (unit === '%') return (value / 100) * whole
  const factor = units[unit]
  return factor === undefined ? null : value * factor
}

/** An angle in degrees; null if it is not one. */
function angleOf(text: string): number | null {
  const match = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(deg|rad|grad|turn)?$/i.exec(
    text.trim(),
  )
  if (!match) return null
  const factor = { deg: 1, rad: 180 / Math.PI, grad: 0.9, turn: 360 }[
    (match[2] ?? 'deg').toLowerCase()
  ]
  return Number(match[1]) * (factor ?? 1)
}

function factorOf(text: string): number | null {
  const value = text.trim().endsWith('%') ? Number(text.trim().slice(0, -1)) / 100 : Number(text)
  return text.trim() !== '' && Number.isFinite(value) ? value : null
}

function turned(degrees: number): Matrix {
  const radians = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  return [cos, sin, -sin, cos, 0, 0]
}

const slope = (degrees: number) => Math.tan((degrees * Math.PI) / 180)

/** One function of a list of transforms; null if it cannot be read or is not flat. */
function stepOf(name: string, parts: readonly string[], box: Size): Matrix | null {
  const x = (at: number) => lengthOf(parts[at] ?? '0', box.width)
  const y = (at: number) => lengthOf(parts[at] ?? '0', box.height)
  const made = (values: readonly (number | null)[], make: (...all: number[]) => Matrix) =>
    values.every((value) => value !== null) ? make(...values) : null
  switch (name) {
    case 'translate':
      return made([x(0), y(1)], moved)
    case 'translate3d':
      return made([x(0), y(1)], moved)
    case 'translatex':
      return made([x(0)], (along) => moved(along, 0))
    case 'translatey':
      return made([y(0)], (down) => moved(0, down))
    case 'scale':
      return made([factorOf(parts[0] ?? ''), factorOf(parts[1] ?? parts[0] ?? '')], (a, d) => [
        a,
        0,
        0,
        d,
        0,
        0,
      ])
    case 'scalex':
      return made([factorOf(parts[0] ?? '')], (a) => [a, 0, 0, 1, 0, 0])
    case 'scaley':
      return made([factorOf(parts[0] ?? '')], (d) => [1, 0, 0, d, 0, 0])
    case 'rotate':
    case 'rotatez':
      return made([angleOf(parts[0] ?? ''), x(1), y(2)], (by, cx, cy) =>
        times(times(moved(cx, cy), turned(by)), moved(-cx, -cy)),
      )
    case 'skewx':
      return made([angleOf(parts[0] ?? '')], (by) => [1, 0, slope(by), 1, 0, 0])
    case 'skewy':
      return made([angleOf(parts[0] ?? '')], (by) => [1, slope(by), 0, 1, 0, 0])
    case 'skew':
      return made([angleOf(parts[0] ?? ''), angleOf(parts[1] ?? '0')], (by, down) => [
        1,
        slope(down),
        slope(by),
        1,
        0,
        0,
      ])
    case 'matrix':
      return parts.length === 6
        ? made(
            parts.map((part) => lengthOf(part, 0)),
            (a, b, c, d, e, f) => [a, b, c, d, e, f] as unknown as Matrix,
          )
        : null
    default:
      return null
  }
}

/** A list of transforms, as in `translate(10 20) rotate(90deg)`; null if a part of it cannot be read. */
export function readTransform(text: string, box: Size): Matrix | null {
  let matrix = identity
  let at = 0
  const clean = text.trim()
  if (clean === '' || clean.toLowerCase() === 'none') return identity
  while (at < clean.length) {
    const open = clean.indexOf('(', at)
    const close = open < 0 ? -1 : clean.indexOf(')', open)
    if (close < 0) return null
    const name = clean.slice(at, open).replace(/^[\s,]+/, '')
    const step = stepOf(name.trim().toLowerCase(), partsOf(clean.slice(open + 1, close)), box)
    if (!step) return null
    matrix = times(matrix, step)
    at = close + 1
  }
  return matrix
}

function partsOf(text: string): string[] {
  // A sign separates numbers as well: `translate(10-5)`.
  return text
    .replaceAll(/([\d.%a-z])([+-])/gi, (all, before: string, sign: string) =>
      /e/i.test(before) ? all : `${before} ${sign}`,
    )
    .split(/[\s,]+/)
    .filter((part) => part !== '')
}

const words: Readonly<Record<string, string>> = {
  left: '0%',
  top: '0%',
  center: '50%',
  right: '100%',
  bottom: '100%',
}

/** The point that a transform turns around; null if it cannot be read. */
export function readOrigin(text: string, box: Size): readonly [number, number] | null {
  let parts = text
    .trim()
    .toLowerCase()
    .split(/[\s,]+/)
  if (parts.length === 1)
    parts = /top|bottom/.test(parts[0] ?? '') ? ['center', ...parts] : [...parts, 'center']
  if (/top|bottom/.test(parts[0] ?? '') || /left|right/.test(parts[1] ?? ''))
    parts = [parts[1] ?? '', parts[0] ?? '']
  const x = lengthOf(words[parts[0] ?? ''] ?? parts[0] ?? '', box.width)
  const y = lengthOf(words[parts[1] ?? ''] ?? parts[1] ?? '', box.height)
  return x === null || y === null ? null : [x, y]
}

/** How a `viewBox` lies in a box of the given size, by `preserveAspectRatio`. */
export function fitted(view: readonly number[], size: Size, preserve: string): Matrix {
  const [left = 0, top = 0, width = 0, height = 0] = view
  const [across, down] = [size.width / width, size.height / height]
  const wanted = preserve.trim().replace(/^defer\s+/, '')
  if (wanted.startsWith('none')) return [across, 0, 0, down, -left * across, -top * down]
  const scale = wanted.includes('slice') ? Math.max(across, down) : Math.min(across, down)
  const share = (axis: 'x' | 'Y') => {
    if (wanted.includes(`${axis}Min`)) return 0
    return wanted.includes(`${axis}Max`) ? 1 : 0.5
  }
  const x = (size.width - width * scale) * share('x') - left * scale
  const y = (size.height - height * scale) * share('Y') - top * scale
  return [scale, 0, 0, scale, x, y]
}

/** The four numbers of a `viewBox`; null if there is none that can be used. */
export function readViewBox(text: string | undefined): readonly number[] | null {
  const numbers = (text ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [, , width = 0, height = 0] = numbers
  return numbers.length === 4 && numbers.every(Number.isFinite) && width > 0 && height > 0
    ? numbers
    : null
}
