/** The pin over places shown to the buyer, visible at any zoom. */
import { pinPoint } from '../flight.ts'
import { toScreen, type Box, type Point } from '../geometry.ts'
import type { Frame } from './frame.ts'

const headRadius = 15
/** From the tip to the centre of the head, in pixels. */
const stem = 25

const outline = 3

function tipOf({ scene, transform }: Frame, placeIds: readonly number[]): Point {
  const at = toScreen(transform, pinPoint(scene.expanded, placeIds))
  return { x: at.x, y: at.y - Math.max(scene.seatSide * transform.scale * 0.5, 3) - 2 }
}

/** What the pin covers, in pixels; null without places. */
export function pinBox(frame: Frame, placeIds: readonly number[]): Box | null {
  if (placeIds.length === 0) return null
  const { x, y } = tipOf(frame, placeIds)
  const reach = headRadius + outline / 2
  return { left: x - reach, right: x + reach, top: y - stem - reach, bottom: y }
}

/** One pin for all of them, with their number. */
export function paintPin(frame: Frame, placeIds: readonly number[]): void {
  if (placeIds.length === 0) return
  const { context, theme } = frame
  const { x, y: tip } = tipOf(frame, placeIds)
  const middle = tip - stem
  const lean = Math.acos(headRadius / stem)
  context.beginPath()
  context.arc(x, middle, headRadius, Math.PI / 2 + lean, Math.PI / 2 - lean)
  context.lineTo(x, tip)
  context.closePath()
  context.fillStyle = theme.focus
  context.strokeStyle = theme.paper
  context.lineWidth = outline
  context.lineJoin = 'round'
  context.stroke()
  context.fill()
  context.fillStyle = theme.paper
  context.font = `700 15px ${theme.font}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(String(placeIds.length), x, middle + 1)
}
