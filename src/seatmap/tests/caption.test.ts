/**
 * Goal: the name of a section does not cover the stage's, and no pin covers it. Method: a hall of one or two rectangles below a stage, at scales
 * at which the name fits between them or not.
 */
import { expect, test } from 'vitest'
import { besidePin, captionOf } from '../web/caption.ts'

type Hall = Parameters<typeof captionOf>[0]

const boxOf = (top: number, bottom: number) => ({ left: 0, right: 100, top, bottom })
const stage = { shape: { kind: 'stage', text: { ka: 'სცენა', en: 'Stage' } }, box: boxOf(0, 20) }
const section = {
  index: 0,
  label: { x: 50, y: 60, room: 20 },
  caption: { x: 50, y: 30, stepX: 0, stepY: -1 },
  box: boxOf(30, 90),
}
const behind = { ...section, index: 1, box: boxOf(92, 130) }
const hallOf = (...sections: object[]) => ({ shapes: [stage], sections }) as unknown as Hall
const textAt = (scale: number) => ({ transform: { x: 0, y: 0, scale }, width: 40, pixels: 11 })

test('the name is between stage and seats where it fits', () => {
  expect(captionOf(hallOf(section), section, textAt(2))).toEqual({ x: 100, y: 60 - 11 * 0.95 })
})

test('where it would cover the stage, it is behind the seats', () => {
  expect(captionOf(hallOf(section), section, textAt(1))).toEqual({ x: 50, y: 90 + 11 * 0.95 })
})

test('it is left out where another section is behind', () => {
  expect(captionOf(hallOf(section, behind), section, textAt(1))).toBeNull()
})

test('it is left out where the name of the section behind is', () => {
  const caption = { ...section.caption, y: 112 }
  const apart = { ...behind, caption, box: boxOf(112, 150) }
  expect(captionOf(hallOf(section, apart), section, textAt(1))).toBeNull()
  expect(captionOf(hallOf(section, apart), apart, textAt(1))).toEqual({ x: 50, y: 112 - 11 * 0.95 })
  // Where both names fit between them, both are shown.
  const far = { ...apart, caption: { ...caption, y: 122 }, box: boxOf(122, 160) }
  expect(captionOf(hallOf(section, far), section, textAt(1))).not.toBeNull()
})

test('it is beside a pin that would cover it', () => {
  const text = { width: 40, pixels: 12 }
  const pin = { left: 90, right: 120, top: 0, bottom: 40 }
  for (const [x, moved] of [
    [66, 66],
    [80, 67],
    [104, 67],
    [106, 143],
    [150, 150],
  ] as const)
    expect(besidePin({ x, y: 20 }, text, pin)).toEqual({ x: moved, y: 20 })
  expect(besidePin({ x: 100, y: 50 }, text, pin)).toEqual({ x: 100, y: 50 })
  expect(besidePin({ x: 100, y: 20 }, text, null)).toEqual({ x: 100, y: 20 })
})
