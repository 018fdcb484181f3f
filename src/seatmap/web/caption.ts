/** Position of a section's name while its seats are shown. */
import { toScreen, type Box, type Point, type Transform } from '../geometry.ts'
import type { Scene, SceneSection } from './scene.ts'

/**
 * In front of the section, or behind it where the stage or another shape is in the way and neither a section nor its name is
 * behind; null if the name fits nowhere. `width` and `pixels` are those of the text on the screen.
 */
export function captionOf(
  { shapes, sections }: Pick<Scene, 'shapes' | 'sections'>,
  section: Pick<SceneSection, 'label' | 'caption' | 'index'>,
  text: { readonly transform: Transform; readonly width: number; readonly pixels: number },
): Point | null {
  const { transform, width, pixels } = text
  const { caption, label } = section
  const at = (edge: Point, way: 1 | -1): Point => {
    const { x, y } = toScreen(transform, edge)
    const { stepX, stepY } = caption
    return { x: x + way * stepX * pixels * 1.2, y: y + way * stepY * pixels * 0.95 }
  }
  const covers = ({ x, y }: Point, box: Box): boolean => {
    const from = toScreen(transform, { x: box.left, y: box.top })
    const to = toScreen(transform, { x: box.right, y: box.bottom })
    const isBeside = x + width / 2 <= from.x || x - width / 2 >= to.x
    // The letters' own height: names may come close to what is above and below.
    return !isBeside && y + pixels * 0.36 > from.y && y - pixels * 0.36 < to.y
  }
  const named = shapes.flatMap(({ shape, box }) => (shape.text ? [box] : []))
  const front = at(caption, 1)
  if (!named.some((box) => covers(front, box))) return front
  const behind = at({ x: 2 * label.x - caption.x, y: 2 * label.y - caption.y }, -1)
  const others = sections.flatMap(({ index, box, caption: own }) =>
    index === section.index ? [] : [box, nameInFront(own, box, pixels / transform.scale)],
  )
  return [...named, ...others].some((box) => covers(behind, box)) ? null : behind
}

/** The same, beside a pin that would cover it. */
export function besidePin(
  at: Point,
  { width, pixels }: { readonly width: number; readonly pixels: number },
  pin: Box | null,
): Point {
  if (!pin) return at
  const half = width / 2 + pixels * 0.25
  const isApart =
    at.x + half <= pin.left ||
    at.x - half >= pin.right ||
    at.y + pixels * 0.36 <= pin.top ||
    at.y - pixels * 0.36 >= pin.bottom
  if (isApart) return at
  const isLeft = at.x < (pin.left + pin.right) / 2
  return { x: isLeft ? pin.left - half : pin.right + half, y: at.y }
}

/** The name of a section in front of it, about as wide as the section; `size` is the letters' in units of the map. */
function nameInFront({ x, y, stepX, stepY }: SceneSection['caption'], box: Box, size: number): Box {
  const middle = { x: x + stepX * size * 1.2, y: y + stepY * size * 0.95 }
  const half = { wide: (box.right - box.left) / 2, high: size * 0.36 }
  return {
    left: middle.x - half.wide,
    right: middle.x + half.wide,
    top: middle.y - half.high,
    bottom: middle.y + half.high,
  }
}
