/** Paints the map without keeping state: all input is in the frame. */
import { pitchDefault } from '../layout.ts'
import { toMap, toScreen, type Box, type Point, type Transform } from '../geometry.ts'
import type { Frame, Marks } from './frame.ts'
import { besidePin, captionOf } from './caption.ts'
import { paintPin, pinBox } from './draw-pins.ts'
import { paintSeats, paintTables } from './draw-seats.ts'
import type { SceneSection } from './scene.ts'

/** Distances between neighbours in pixels at which seats appear and sections have faded out. */
const seatsFrom = 3.4
const seatsWhole = 5
const tintSteps = 20
const plainPixelsMax = 10
const plainPixelsMin = 7

/** 0 in the overview, 1 when only seats are shown. */
export function detailOf(transform: Transform): number {
  const pitch = pitchDefault * transform.scale
  return Math.min(Math.max((pitch - seatsFrom) / (seatsWhole - seatsFrom), 0), 1)
}

function areTouching(one: Box, other: Box): boolean {
  return (
    one.left <= other.right &&
    one.right >= other.left &&
    one.top <= other.bottom &&
    one.bottom >= other.top
  )
}

function paintShapes(frame: Frame, view: Box): void {
  const { context, scene, theme, transform } = frame
  const fills = {
    stage: theme.stage,
    pitch: theme.pitch,
    screen: theme.stage,
    bar: theme.ground,
    floor: theme.ground,
    wall: theme.line,
    line: '',
    entrance: theme.ground,
  }
  for (const { shape, path, box } of scene.shapes) {
    if (shape.kind === 'line' || !areTouching(box, view)) continue
    context.fillStyle = fills[shape.kind]
    context.fill(path)
    if (shape.kind !== 'bar' && shape.kind !== 'entrance') continue
    context.strokeStyle = theme.line
    context.lineWidth = 1 / transform.scale
    context.stroke(path)
  }
}

function paintLines(frame: Frame, view: Box): void {
  const { context, scene, theme, transform } = frame
  context.strokeStyle = theme.line
  context.lineWidth = Math.max(1 / transform.scale, 0.6)
  for (const { shape, path, box } of scene.shapes)
    if (shape.kind === 'line' && areTouching(box, view)) context.stroke(path)
}

function paintShapeTexts(frame: Frame): void {
  const { context, scene, theme, transform, locale } = frame
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const { shape, box } of scene.shapes) {
    if (!shape.text) continue
    const wide = (box.right - box.left) * transform.scale
    const high = (box.bottom - box.top) * transform.scale
    const pixels = Math.min(Math.max(high * 0.36, 11), 20)
    if (high < 9 || wide < 30) continue
    context.fillStyle =
      shape.kind === 'stage' || shape.kind === 'screen' ? theme.onStage : theme.inkSoft
    context.font = `600 ${pixels}px ${theme.font}`
    const middle = toScreen(transform, {
      x: (box.left + box.right) / 2,
      y: (box.top + box.bottom) / 2,
    })
    context.fillText(shape.text[locale], middle.x, middle.y, wide * 0.94)
  }
}

/** Diagonal lines for sold-out sections, dots for standing areas. */
function hatch(frame: Frame, section: SceneSection, colour: string, gapPixels: number): void {
  const { context, transform } = frame
  const { box } = section
  const gap = gapPixels / transform.scale
  context.save()
  context.clip(section.path)
  context.strokeStyle = colour
  context.lineWidth = 1.2 / transform.scale
  context.beginPath()
  const high = box.bottom - box.top
  for (let x = box.left - high; x < box.right; x += gap) {
    context.moveTo(x, box.bottom)
    context.lineTo(x + high, box.top)
  }
  context.stroke()
  context.restore()
}

/** The free share of a section in steps, so that single sales do not repaint it. */
export function tintOf({ free, total }: Frame['summaries'][number]): number {
  return total > 0 ? Math.ceil(Math.min(free / total, 1) * tintSteps) / tintSteps : 0
}

function paintSection(frame: Frame, section: SceneSection, detail: number): void {
  const { context, theme, transform, summaries } = frame
  const summary = summaries[section.index]
  const free = summary ? summary.free : 0
  const share = summary ? tintOf(summary) : 0
  const isPool = section.section.pool !== undefined
  const colour = theme.zones[section.zone % theme.zones.length] ?? theme.ink
  const soldOut = free === 0 || !frame.zoneForSale[section.zone]
  const seatsShare = isPool ? 0 : detail
  context.globalAlpha = 1
  context.fillStyle = theme.paper
  context.fill(section.path)
  const overview = soldOut ? 0.55 : isPool ? 0.28 + 0.2 * share : 0.3 + 0.6 * share
  context.globalAlpha = overview * (1 - seatsShare) + 0.07 * seatsShare
  context.fillStyle = soldOut ? theme.taken : colour
  context.fill(section.path)
  // Sections excluded by a filter are faint, not hatched as sold out.
  if (soldOut && seatsShare < 1 && !frame.isFiltered) {
    context.globalAlpha = 0.5 * (1 - seatsShare)
    hatch(frame, section, theme.inkSoft, 9)
  }
  context.globalAlpha = soldOut ? 0.5 : 0.55 - 0.2 * seatsShare
  context.strokeStyle = soldOut ? theme.line : colour
  context.lineWidth = 1.2 / transform.scale
  context.stroke(section.path)
  context.globalAlpha = 1
}

function chip(frame: Frame, at: Point, lines: readonly string[], pixels: number): void {
  const { context, theme, widthOf } = frame
  const sizeOf = (index: number) => (index === 0 ? pixels : pixels * 0.92)
  const weightOf = (index: number) => (index === 0 ? 650 : 450)
  const widths = lines.map((line, index) => widthOf(line, weightOf(index), sizeOf(index)))
  const wide = Math.max(...widths) + pixels * (lines.length > 1 ? 1.1 : 0.7)
  const high = lines.length * pixels * 1.3 + pixels * 0.5
  context.fillStyle = theme.paper
  context.globalAlpha = 0.94
  context.beginPath()
  context.roundRect(at.x - wide / 2, at.y - high / 2, wide, high, Math.min(high / 2, 8))
  context.fill()
  context.globalAlpha = 1
  for (const [index, line] of lines.entries()) {
    context.fillStyle = index === 0 ? theme.ink : theme.inkSoft
    context.font = `${weightOf(index)} ${sizeOf(index)}px ${theme.font}`
    context.fillText(
      line,
      at.x,
      at.y + (index - (lines.length - 1) / 2) * pixels * 1.3 + pixels * 0.06,
    )
  }
}

/** The longest label of a section that fits at its position. */
function wordingOf(frame: Frame, section: SceneSection, pixels: number): string[] {
  const { transform, locale, widthOf } = frame
  const { box, label } = section
  const boxWide = box.right - box.left
  const isFlat = section.section.labelAt !== undefined || boxWide > (box.bottom - box.top) * 3
  const wide = Math.min(boxWide * 0.98, label.room * (isFlat ? 12 : 2.5)) * transform.scale
  const high = label.room * 2.2 * transform.scale
  const note = frame.sectionNotes[section.index] ?? ''
  const names = [section.section.name[locale], section.section.shortName ?? '']
  for (const name of names) {
    if (name === '') continue
    const nameWide = widthOf(name, 650, pixels) + pixels * 0.5
    if (nameWide > wide || high < pixels * 1.5) continue
    const noteWide = widthOf(note, 650, pixels) + pixels * 0.5
    return note !== '' && high > pixels * 3.1 && noteWide < wide ? [name, note] : [name]
  }
  return []
}

/** If only a few short names would fit, as for a stadium on a phone, none is shown. */
function areNamesCrowded(frame: Frame): boolean {
  const short = frame.scene.sections.filter(({ section }) => section.shortName && !section.pool)
  const fitting = short.filter((section) => wordingOf(frame, section, 10).length > 0)
  return fitting.length < short.length * 0.7
}

/** The number alone, small and without a background, for a stadium on a phone. */
function plainNumber(frame: Frame, section: SceneSection): void {
  const { context, theme, transform, summaries, widthOf } = frame
  const text = section.section.shortName ?? ''
  const wide = Math.min(section.label.room * 2.4, section.box.right - section.box.left)
  const room = wide * transform.scale
  const pixels = Math.min(
    (plainPixelsMax * room) / Math.max(widthOf(text, 650, plainPixelsMax), 1),
    plainPixelsMax,
  )
  if (pixels < plainPixelsMin) return
  const at = toScreen(transform, section.label)
  context.font = `650 ${pixels}px ${theme.font}`
  context.fillStyle = (summaries[section.index]?.free ?? 0) === 0 ? theme.inkSoft : theme.ink
  context.fillText(text, at.x, at.y)
}

function paintSectionName(
  frame: Frame,
  section: SceneSection,
  { detail, isCrowded, pin }: { detail: number; isCrowded: boolean; pin: Box | null },
): void {
  const { context, theme, transform, locale } = frame
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const isPool = section.section.pool !== undefined
  const at = toScreen(transform, section.label)
  if (isPool || detail < 0.5) {
    if (isCrowded && !isPool && section.section.shortName) return plainNumber(frame, section)
    for (const pixels of section.section.shortName && !isPool ? [14, 12, 10] : [15, 13, 11]) {
      const lines = wordingOf(frame, section, pixels)
      if (lines.length === 0) continue
      return chip(frame, at, lines, pixels)
    }
    return
  }
  const pixels = Math.min(Math.max(transform.scale * 5, 11), 16)
  const words = section.section.shortName ?? section.section.name[locale]
  const wide = (section.box.right - section.box.left) * transform.scale
  const width = frame.widthOf(words, 600, pixels)
  if (width > Math.max(wide * 1.5, 40)) return
  const usual = captionOf(frame.scene, section, { transform, width, pixels })
  if (!usual) return
  const caption = besidePin(usual, { width, pixels }, pin)
  context.font = `600 ${pixels}px ${theme.font}`
  context.fillStyle = theme.ink
  context.lineWidth = 4
  context.lineJoin = 'round'
  context.strokeStyle = theme.paper
  context.strokeText(words, caption.x, caption.y)
  context.fillText(words, caption.x, caption.y)
}

/** Dashes of the ring around a single seat, distinct from the rings of pointer and focus. */
const dashes = [4, 3]

function ring(
  frame: Frame,
  placeId: number,
  colour: string,
  width: number,
  gap: number,
  dash: number[] = [],
): void {
  const { context, scene, transform } = frame
  const { x, y, angle } = scene.expanded
  const at = toScreen(transform, { x: x[placeId] ?? 0, y: y[placeId] ?? 0 })
  const side = Math.max(scene.seatSide * transform.scale, 6) + gap * 2
  context.save()
  context.translate(at.x, at.y)
  context.rotate(angle[placeId] ?? 0)
  context.strokeStyle = colour
  context.lineWidth = width
  context.setLineDash(dash)
  context.beginPath()
  context.roundRect(-side / 2, -side / 2, side, side, side * 0.26)
  context.stroke()
  context.restore()
}

/** Crosses out a chosen place that others have taken. */
function cross(frame: Frame, placeId: number): void {
  const { context, scene, theme, transform } = frame
  const { x, y } = scene.expanded
  const at = toScreen(transform, { x: x[placeId] ?? 0, y: y[placeId] ?? 0 })
  const half = Math.max(scene.seatSide * transform.scale, 10) * 0.62
  for (const [colour, width] of [
    [theme.paper, 6],
    [theme.ink, 2.5],
  ] as const) {
    context.strokeStyle = colour
    context.lineWidth = width
    context.beginPath()
    context.moveTo(at.x - half, at.y - half)
    context.lineTo(at.x + half, at.y + half)
    context.moveTo(at.x + half, at.y - half)
    context.lineTo(at.x - half, at.y + half)
    context.stroke()
  }
}

/** Paints the map inside the box without names; returns the number of painted seats. */
export function paintMap(frame: Frame, view: Box): number {
  const { context, scene, theme, transform, ratio } = frame
  const { scale } = transform
  const detail = detailOf(transform)
  const pixel = 1 / scale
  context.setTransform(scale * ratio, 0, 0, scale * ratio, transform.x * ratio, transform.y * ratio)
  context.globalAlpha = 1
  context.fillStyle = theme.paper
  context.fillRect(
    view.left - pixel,
    view.top - pixel,
    view.right - view.left + 2 * pixel,
    view.bottom - view.top + 2 * pixel,
  )
  context.lineJoin = 'round'
  paintShapes(frame, view)
  const sections = scene.sections.filter(({ box }) => areTouching(box, view))
  for (const section of sections) paintSection(frame, section, detail)
  paintLines(frame, view)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  paintTables(frame, view, Math.max(detail, 0.5))
  return detail > 0 ? paintSeats(frame, view, pitchDefault * scale, detail) : 0
}

/** Paints names and marks over the cached map. */
export function paintNames(frame: Frame, marks: Marks): void {
  const { context, scene, theme, transform, viewport, ratio } = frame
  const detail = detailOf(transform)
  const from = toMap(transform, { x: 0, y: 0 })
  const to = toMap(transform, { x: viewport.width, y: viewport.height })
  const view = { left: from.x, top: from.y, right: to.x, bottom: to.y }
  paintHoveredSection(frame, marks.hoverSection, detail)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  paintShapeTexts(frame)
  const isCrowded = detail < 0.5 && areNamesCrowded(frame)
  const pin = pinBox(frame, marks.pinned)
  for (const section of scene.sections)
    if (areTouching(section.box, view)) paintSectionName(frame, section, { detail, isCrowded, pin })
  for (const placeId of marks.lost) cross(frame, placeId)
  for (const placeId of marks.alone) {
    ring(frame, placeId, theme.paper, 6, 3)
    ring(frame, placeId, theme.ink, 3, 3, dashes)
  }
  if (marks.hoverPlace !== 0 && detail > 0) ring(frame, marks.hoverPlace, theme.ink, 2, 2)
  if (marks.focusPlace !== 0) {
    ring(frame, marks.focusPlace, theme.paper, 5, 4)
    ring(frame, marks.focusPlace, theme.focus, 3, 4)
  }
  paintPin(frame, marks.pinned)
}

function paintHoveredSection(frame: Frame, index: number, detail: number): void {
  const { context, scene, theme, transform, ratio } = frame
  const section = scene.sectionOf[index]
  if (!section || (detail === 1 && !section.section.pool)) return
  const { scale, x, y } = transform
  context.setTransform(scale * ratio, 0, 0, scale * ratio, x * ratio, y * ratio)
  context.strokeStyle = theme.ink
  context.lineWidth = 2.5 / scale
  context.stroke(section.path)
}
