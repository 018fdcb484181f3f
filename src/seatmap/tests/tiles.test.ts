/** Goal: a change of scale answers at once and is painted afterwards. Method: canvases that record what is drawn. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTiles, type TileRequest } from '../web/tiles.ts'
import type { Scene } from '../web/scene.ts'

const viewport = { width: 300, height: 300 }
const scene = { box: { left: 0, top: 0, right: 300, bottom: 300 } } as Scene
const whole = { scale: 1, x: 0, y: 0 }
const near = { scale: 4, x: -400, y: -400 }

const copied = vi.fn<() => void>()
const context = { drawImage: copied, canvas: {} } as unknown as CanvasRenderingContext2D

beforeEach(() => {
  copied.mockClear()
  vi.stubGlobal('document', { createElement: () => ({ getContext: () => ({ canvas: {} }) }) })
})
// Other files run in the same process, where there is no document.
afterEach(() => vi.unstubAllGlobals())

test('the first frame of another scale copies what is there, the next ones paint', () => {
  const paint = vi.fn<() => number>(() => 1)
  const tiles = createTiles(() => scene, paint)
  const draw = (target: TileRequest['target']) =>
    tiles.draw({
      context,
      transform: whole,
      target,
      fitScale: 1,
      viewport,
      ratio: 1,
      isZooming: true,
    })
  expect(draw(whole), 'the first picture is whole').toBe(false)
  expect(paint).toHaveBeenCalledTimes(4)
  paint.mockClear()
  copied.mockClear()
  expect(draw(near), 'something remains').toBe(true)
  expect(paint).not.toHaveBeenCalled()
  expect(copied).toHaveBeenCalledTimes(4)
  draw(near)
  expect(paint).toHaveBeenCalled()
})

test('what has changed at the same scale is painted in the same frame', () => {
  const paint = vi.fn<() => number>(() => 1)
  const tiles = createTiles(() => scene, paint)
  const request = { context, transform: whole, target: whole, fitScale: 1, viewport, ratio: 1 }
  tiles.draw({ ...request, isZooming: false })
  tiles.markAll()
  paint.mockClear()
  expect(tiles.draw({ ...request, isZooming: false })).toBe(false)
  expect(paint).toHaveBeenCalledTimes(4)
  tiles.clear()
  paint.mockClear()
  tiles.draw({ ...request, isZooming: false })
  expect(paint).toHaveBeenCalledTimes(4)
})
