/** From the elements of a file to what is drawn: clones in their places, styles, transforms and nested drawings resolved. */
import { layerName, nameAttributes, roleOf } from './element-facts.ts'
import {
  fitted,
  identity,
  lengthOf,
  type Matrix,
  moved,
  readOrigin,
  readTransform,
  readViewBox,
  type Size,
  times,
} from './matrix.ts'
import { Refused, type DrawingProblemCode, type RawElement, type SvgElement } from './elements.ts'
import type { Styles } from './styles.ts'

/** Characters of the attributes of all clones together. */
const clonedMax = 24_000_000

/** Elements that hold what others refer to, or that are not part of the picture. */
const notDrawn = new Set([
  'defs',
  'clipPath',
  'mask',
  'pattern',
  'symbol',
  'marker',
  'filter',
  'linearGradient',
  'radialGradient',
  'metadata',
  'title',
  'desc',
  'style',
  'font',
  'foreignObject',
])

interface Limits {
  readonly elementsMax: number
  readonly depthMax: number
}

interface Reading extends Limits {
  readonly styles: Styles
  readonly byId: ReadonlyMap<string, RawElement>
  readonly own: Map<RawElement, ReadonlyMap<string, string>>
  /** The elements that are being read, outermost first. */
  readonly path: RawElement[]
  count: number
  cloned: number
}

export function readDrawn(root: RawElement, styles: Styles, limits: Limits): SvgElement {
  const byId = new Map<string, RawElement>()
  const add = (element: RawElement) => {
    const { id } = element.attributes
    if (id !== undefined && !byId.has(id)) byId.set(id, element)
    for (const child of element.children) add(child)
  }
  add(root)
  const reading: Reading = {
    ...limits,
    styles,
    byId,
    own: new Map(),
    path: [],
    count: 0,
    cloned: 0,
  }
  return readElement(reading, root, null, null)
}

function tooLarge({ line, name, attributes }: RawElement): Refused {
  return new Refused({ code: 'too-large', line, element: attributes['id'] ?? name })
}

/** The properties of an element itself; found once, however often it is cloned. */
function propertiesOf(reading: Reading, raw: RawElement): ReadonlyMap<string, string> {
  const known = reading.own.get(raw)
  if (known) return known
  const found = reading.styles.of(raw)
  if (!found) throw tooLarge(raw)
  reading.own.set(raw, found)
  return found
}

/** What a clone takes from its `use`: the element that it repeats is read in its place. */
interface Clone {
  readonly use: RawElement
  readonly outer: SvgElement
  readonly attributes: Readonly<Record<string, string>>
}

function readElement(
  reading: Reading,
  raw: RawElement,
  parent: SvgElement | null,
  clone: Clone | null,
): SvgElement {
  reading.count += 1
  if (reading.count > reading.elementsMax || reading.path.length >= reading.depthMax)
    throw tooLarge(raw)
  if (clone !== null || reading.path.some((each) => each.name === 'use')) {
    reading.cloned += raw.size
    if (reading.cloned > clonedMax) throw tooLarge(raw)
  }
  const made = drawn(reading, raw, parent, clone)
  const isDrawn = (raw.name === 'symbol' && clone !== null) || !notDrawn.has(raw.name)
  if (!isDrawn || raw.name.includes(':') || (made.isRemoved && raw.name === 'use')) return made
  reading.path.push(raw)
  if (raw.name === 'use') {
    const target = readClone(reading, raw, made)
    reading.path.pop()
    return target
  }
  const only = raw.name === 'switch' ? firstShown(raw) : null
  for (const child of raw.children)
    if (raw.name !== 'switch' || child === only)
      made.children.push(readElement(reading, child, made, null))
  reading.path.pop()
  return made
}

/** The one child of a `switch` that is shown. */
function firstShown(raw: RawElement): RawElement | null {
  const fits = ({ name, attributes }: RawElement) =>
    name.toLowerCase() !== 'foreignobject' &&
    !attributes['requiredExtensions'] &&
    /^$|\b(?:ka|en)\b/i.test(attributes['systemLanguage'] ?? '')
  return raw.children.find(fits) ?? null
}

function readClone(reading: Reading, use: RawElement, outer: SvgElement): SvgElement {
  if (outer.isRemoved) return outer
  const address = (use.attributes['href'] ?? use.attributes['xlink:href'] ?? '').trim()
  const target = reading.byId.get(address.slice(1)) ?? reading.byId.get(decoded(address.slice(1)))
  const isThing = target && (target.name === 'symbol' || !notDrawn.has(target.name))
  if (!isThing || reading.path.includes(target)) return { ...outer, unread: 'clone-unreadable' }
  const attributes = mergedAttributes(target, outer)
  return readElement(reading, target, outer, { use, outer, attributes })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const names: readonly string[] = ['id', ...nameAttributes]
const isNaming = (key: string) => names.includes(key) || key.startsWith('data-')

/** A clone has its own name where it has a role; otherwise it is what it repeats, but not the same seat again. */
function mergedAttributes(target: RawElement, use: SvgElement): Record<string, string> {
  const merged: Record<string, string> = { ...target.attributes }
  const own = Object.entries(use.attributes).filter(([key]) => isNaming(key))
  const hasRole = roleOf(use) !== null
  const role = roleOf(target)
  if (hasRole)
    for (const key of Object.keys(merged))
      if (names.includes(key) || /^data-(?:section|row|seat|table|booth|outline|shape)$/.test(key))
        delete merged[key]
  for (const [key, value] of own) if (hasRole || !names.includes(key)) merged[key] = value
  if (!hasRole && role?.kind === 'seat') {
    if (merged['data-seat'] !== undefined) merged['data-seat'] = ''
    else {
      const name = layerName(target)
      for (const key of nameAttributes) delete merged[key]
      merged['inkscape:label'] = ['seat', ...name.split('|').slice(1)].join('|')
    }
    delete merged['id']
  }
  const flags = use.attributes['class']
  if (flags !== undefined) merged['class'] = `${merged['class'] ?? ''} ${flags}`.trim()
  return merged
}

/** A paint as declared or inherited; empty when there is none. */
function paintOf(
  name: 'fill' | 'stroke',
  own: ReadonlyMap<string, string>,
  parent: SvgElement | null,
): string {
  const value = (own.get(name) ?? '').toLowerCase()
  return (value === 'inherit' ? '' : value) || parent?.[name] || ''
}

const isNothing = (value: string | undefined) =>
  value !== undefined && Number.parseFloat(value) <= 0

function drawn(
  reading: Reading,
  raw: RawElement,
  parent: SvgElement | null,
  clone: Clone | null,
): SvgElement {
  const own = propertiesOf(reading, raw)
  const attributes = clone?.attributes ?? raw.attributes
  const around: Size = parent?.viewport ?? viewportOfRoot(raw)
  const placed = placeOf(raw, own, around, clone)
  const visibility = own.get('visibility')?.toLowerCase()
  return {
    name: clone && (raw.name === 'symbol' || raw.name === 'svg') ? 'g' : raw.name,
    attributes,
    line: clone?.use.line ?? raw.line,
    parent,
    children: [],
    transform: times(parent?.transform ?? identity, placed.matrix),
    viewport: parent ? placed.viewport : around,
    fill: paintOf('fill', own, parent),
    stroke: paintOf('stroke', own, parent),
    isRemoved:
      (parent?.isRemoved ?? false) ||
      own.get('display')?.toLowerCase() === 'none' ||
      isNothing(own.get('opacity')) ||
      raw.attributes['hidden'] !== undefined ||
      Boolean(raw.attributes['requiredExtensions']) ||
      placed.viewport.width <= 0 ||
      placed.viewport.height <= 0,
    isHidden:
      visibility === undefined || visibility === 'inherit'
        ? (parent?.isHidden ?? false)
        : visibility !== 'visible',
    isSymbol: clone !== null && raw.name === 'symbol',
    unread: placed.unread,
  }
}

function viewportOfRoot({ attributes }: RawElement): Size {
  const [, , width, height] = readViewBox(attributes['viewBox']) ?? []
  return {
    width: width ?? (lengthOf(attributes['width'] ?? '', 100) || 100),
    height: height ?? (lengthOf(attributes['height'] ?? '', 100) || 100),
  }
}

interface Placed {
  readonly matrix: Matrix
  readonly viewport: Size
  readonly unread: DrawingProblemCode | null
}

/** Where an element lies in its parent: its transforms, its place as a clone, its own coordinates as a nested drawing. */
function placeOf(
  raw: RawElement,
  own: ReadonlyMap<string, string>,
  around: Size,
  clone: Clone | null,
): Placed {
  const turned = transformOf(own, around)
  let matrix = turned ?? identity
  let viewport = around
  const length = (name: string, whole: number, otherwise: number) =>
    lengthOf(raw.attributes[name] ?? '', whole) ?? otherwise
  // A `use` is written in front of what it repeats, so the element's own transform comes after the place.
  if (raw.name === 'use' || (raw.name === 'svg' && raw.parent !== null) || raw.name === 'symbol')
    matrix = times(matrix, moved(length('x', around.width, 0), length('y', around.height, 0)))
  const isNested = (raw.name === 'svg' && raw.parent !== null) || (raw.name === 'symbol' && clone)
  if (isNested) {
    const sized = (name: 'width' | 'height') =>
      lengthOf(clone?.use.attributes[name] ?? '', around[name]) ??
      length(name, around[name], around[name])
    viewport = { width: sized('width'), height: sized('height') }
    const view = readViewBox(raw.attributes['viewBox'])
    if (view) {
      const preserve = raw.attributes['preserveAspectRatio'] ?? 'xMidYMid'
      matrix = times(matrix, fitted(view, viewport, preserve))
      viewport = { width: view[2] ?? 0, height: view[3] ?? 0 }
    }
  }
  return { matrix, viewport, unread: turned ? null : 'transform-unreadable' }
}

/** All transforms of an element as one matrix; null if one of them cannot be read. */
function transformOf(own: ReadonlyMap<string, string>, around: Size): Matrix | null {
  const given = (name: string) => {
    const value = own.get(name)
    return value === undefined || value.toLowerCase() === 'none' ? null : value
  }
  const list = [
    ...(['translate', 'rotate', 'scale'] as const).flatMap((name) => {
      const value = given(name)
      return value === null ? [] : [`${name}(${value})`]
    }),
    given('transform') ?? '',
  ].join(' ')
  if (list.trim() === '') return identity
  const matrix = readTransform(list, around)
  if (!matrix) return null
  const origin = readOrigin(own.get('transform-origin') ?? '0 0', around)
  if (!origin) return null
  const [x, y] = origin
  // The box of the element itself is known only when all its parts are.
  const ownBox = /fill-box|content-box|stroke-box|border-box/i.test(own.get('transform-box') ?? '')
  const needsBox =
    ownBox &&
    (/%|[a-z]{4,}/i.test(own.get('transform-origin') ?? '') ||
      list.includes('%') ||
      x !== 0 ||
      y !== 0)
  if (needsBox) return null
  return x === 0 && y === 0 ? matrix : times(times(moved(x, y), matrix), moved(-x, -y))
}
