/** Sprites of seats, drawn once for each look and size. */
import { seatFlagBit } from '../layout.ts'
import type { MapTheme } from './theme.ts'

/** `faint` is free, but excluded by the filter. */
export type SeatLook = 'free' | 'resale' | 'taken' | 'chosen' | 'faint'

export const faintAlpha = 0.2

export interface SpriteKey {
  readonly look: SeatLook
  readonly zone: number
  readonly flags: number
  /** Device pixels, an integer. */
  readonly size: number
  /** Whether the seat has a number, which leaves less space for the zone's mark. */
  readonly numbered: boolean
}

export type SpriteOf = (key: SpriteKey) => HTMLCanvasElement

function seatPath(context: CanvasRenderingContext2D, size: number, inset: number): void {
  const side = size - inset * 2
  const front = side * 0.18
  const back = side * 0.4
  context.beginPath()
  context.roundRect(inset, inset, side, side, [front, front, back, back])
}

/** A mark besides colour that distinguishes zones; the first zone has none. */
export function zoneMark(
  context: CanvasRenderingContext2D,
  zone: number,
  x: number,
  y: number,
  size: number,
): void {
  const half = size / 2
  context.beginPath()
  if (zone % 8 === 1) context.arc(x, y, half * 0.6, 0, Math.PI * 2)
  if (zone % 8 === 2) context.rect(x - half, y - size * 0.12, size, size * 0.24)
  if (zone % 8 === 3) {
    context.moveTo(x, y - half)
    context.lineTo(x + half, y + half * 0.7)
    context.lineTo(x - half, y + half * 0.7)
  }
  if (zone % 8 === 4) context.rect(x - size * 0.12, y - half, size * 0.24, size)
  if (zone % 8 === 5) context.rect(x - half * 0.55, y - half * 0.55, size * 0.55, size * 0.55)
  if (zone % 8 === 6) {
    context.moveTo(x, y - half)
    context.lineTo(x + half, y)
    context.lineTo(x, y + half)
    context.lineTo(x - half, y)
  }
  if (zone % 8 === 7) {
    context.rect(x - half, y - size * 0.1, size, size * 0.2)
    context.rect(x - size * 0.1, y - half, size * 0.2, size)
  }
  context.fill()
}

function drawChosen(context: CanvasRenderingContext2D, theme: MapTheme, size: number): void {
  seatPath(context, size, size * 0.01)
  context.fillStyle = theme.chosen
  context.fill()
  context.strokeStyle = theme.onChosen
  context.lineWidth = Math.max(size * 0.12, 1)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.beginPath()
  context.moveTo(size * 0.28, size * 0.52)
  context.lineTo(size * 0.44, size * 0.67)
  context.lineTo(size * 0.74, size * 0.34)
  context.stroke()
}

function drawWheelchair(context: CanvasRenderingContext2D, colour: string, size: number): void {
  context.strokeStyle = colour
  context.fillStyle = colour
  context.lineWidth = size * 0.08
  context.lineCap = 'round'
  context.beginPath()
  context.arc(size * 0.46, size * 0.2, size * 0.075, 0, Math.PI * 2)
  context.fill()
  context.beginPath()
  context.arc(size * 0.46, size * 0.6, size * 0.19, Math.PI * 1.35, Math.PI * 0.28, true)
  context.moveTo(size * 0.46, size * 0.33)
  context.lineTo(size * 0.48, size * 0.52)
  context.lineTo(size * 0.64, size * 0.52)
  context.lineTo(size * 0.7, size * 0.68)
  context.stroke()
}

function drawFree(context: CanvasRenderingContext2D, theme: MapTheme, key: SpriteKey): void {
  const { size, zone, flags, numbered } = key
  const colour = theme.zones[zone % theme.zones.length] ?? theme.ink
  const resale = key.look === 'resale'
  const edge = Math.max(size * 0.1, 1)
  seatPath(context, size, resale ? size * 0.06 + edge / 2 : size * 0.06)
  context.fillStyle = resale ? theme.paper : colour
  context.fill()
  if (resale) {
    context.strokeStyle = colour
    context.lineWidth = edge
    context.stroke()
  }
  const sign = resale ? colour : theme.onZone
  context.fillStyle = sign
  if (flags & seatFlagBit.accessible) return drawWheelchair(context, sign, size)
  if (flags & seatFlagBit.obstructed) {
    context.beginPath()
    context.moveTo(size * 0.1, size * 0.1)
    context.lineTo(size * 0.42, size * 0.1)
    context.lineTo(size * 0.1, size * 0.42)
    context.fill()
  }
  if (numbered) zoneMark(context, zone, size / 2, size * 0.8, size * 0.15)
  else if (size >= 11) zoneMark(context, zone, size / 2, size / 2, size * 0.32)
}

/** A cache of sprites for one theme; emptied when zooming has filled it with other sizes. */
export function createSprites(theme: MapTheme): SpriteOf {
  const sprites = new Map<number, HTMLCanvasElement>()
  const looks: Readonly<Record<SeatLook, number>> = {
    free: 0,
    resale: 1,
    taken: 2,
    chosen: 3,
    faint: 4,
  }
  return (key) => {
    const at =
      (((key.size * 32 + (key.zone % 32)) * 8 + key.flags) * 8 + looks[key.look]) * 2 +
      Number(key.numbered)
    const found = sprites.get(at)
    if (found) return found
    if (sprites.size > 400) sprites.clear()
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = key.size
    const context = canvas.getContext('2d')
    if (context) {
      if (key.look === 'chosen') drawChosen(context, theme, key.size)
      else if (key.look === 'taken') {
        seatPath(context, key.size, key.size * 0.16)
        context.fillStyle = theme.taken
        context.fill()
      } else {
        if (key.look === 'faint') context.globalAlpha = faintAlpha
        drawFree(context, theme, key)
      }
    }
    sprites.set(at, canvas)
    return canvas
  }
}
