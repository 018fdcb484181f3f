/** The pin over places shown to the buyer, visible at any zoom. */
import { pinPoint } from '../flight.ts'
import { toScreen } from '../geometry.ts'
import type { Frame } from './frame.ts'

const headRadius = 15
/** From the tip to the centre of the head, in pixels. */
const stem = 25

/** One pin for all of them, with their number. */
export function paintPin(frame: Frame, placeIds: readonly number[]): void {
  if (placeIds.length === 0) return
  const { context, scene, theme, transform } = frame
  const at = toScreen(transform, pinPoint(scene.expanded, placeIds))
  const tip = at.y - Math.max(scene.seatSide * transform.scale * 0.5, 3) - 2
  const middle = tip - stem
  const lean = Math.acos(headRadius / stem)
  context.beginPath()
  context.arc(at.x, middle, headRadius, Math.PI / 2 + lean, Math.PI / 2 - lean)
  context.lineTo(at.x, tip)
  context.closePath()
  context.fillStyle = theme.focus
  context.strokeStyle = theme.paper
  context.lineWidth = 3
  context.lineJoin = 'round'
  context.stroke()
  context.fill()
  context.fillStyle = theme.paper
  context.font = `700 15px ${theme.font}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(String(placeIds.length), at.x, middle + 1)
}
