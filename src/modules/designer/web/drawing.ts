import type { Box } from '#seatmap/geometry.ts'
import { addArea, addBlock, addShape, addTables } from '../plan/commands/add.ts'
import type { Command } from '../plan/run.ts'
import type { Tool } from './board/board-state.ts'
import { blockIn } from './board/tools.ts'
import type { Translate } from './texts.ts'

/** Distances in units: between tables, and per standing place (squared). */
const tableStep = 32
const standingRoom = 50

function tablesAlong(length: number): number {
  return Math.min(Math.max(Math.round(length / tableStep), 1), 12)
}

/** The command for a box drawn with a tool. */
export function drawing(tool: Tool, box: Box, zone: string, t: Translate): Command {
  const { left, right, top, bottom } = box
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
  const points = [left, top, right, top, right, bottom, left, bottom].map(
    (value) => Math.round(value * 10) / 10,
  )
  const name = (kind: 'rows' | 'tables' | 'standing') => ({
    ka: t(`name_${kind}_ka`),
    en: t(`name_${kind}_en`),
  })
  return (draft) => {
    if (tool === 'rows')
      return addBlock(draft, { name: name('rows'), zone, middle, ...blockIn(box) })
    if (tool === 'tables') {
      const columns = tablesAlong(right - left)
      const lines = tablesAlong(bottom - top)
      const options = { name: name('tables'), zone, middle, columns, lines, seats: 6 }
      return addTables(draft, { ...options, shape: 'round' })
    }
    if (tool === 'area') {
      const capacity = Math.max(Math.round(((right - left) * (bottom - top)) / standingRoom), 1)
      return addArea(draft, {
        kind: 'standing',
        name: name('standing'),
        zone,
        outline: points,
        capacity,
      })
    }
    return addShape(draft, { kind: 'stage', points, text: { ka: 'სცენა', en: 'Stage' } })
  }
}
