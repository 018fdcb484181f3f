/** Random user: any command with any arguments, sometimes undone and redone. */
import { seatFlags } from '#seatmap/layout.ts'
import {
  addArea,
  addBlock,
  addShape,
  addTables,
  addZone,
  boxOutline,
} from '../plan/commands/add.ts'
import {
  alignItems,
  alignments,
  bendRows,
  distributeItems,
  moveItems,
  staggerRows,
  rotateItems,
} from '../plan/commands/arrange.ts'
import {
  changeHead,
  changePlaced,
  changeSection,
  changeShape,
  changeZone,
  flagSeats,
  labelSeat,
  paintZone,
  relabelRows,
  removeZone,
  renumberSeats,
  resizePlaced,
} from '../plan/commands/change.ts'
import { copyItems, pasteClip, regroup, type Clip } from '../plan/commands/copy.ts'
import { removeItems } from '../plan/commands/remove.ts'
import type { PlanDocument } from '../plan/document.ts'
import { rowSchemes, seatSchemes } from '../plan/numbering.ts'
import type { Command } from '../plan/run.ts'
import { allPlaced, itemsIn, type Item, type Level, type Selection } from '../plan/selection.ts'

export interface RandomSource {
  /** A whole number from 0 up to, but not including, `most`. */
  draw(most: number): number
  pick<T>(values: readonly T[]): T
}

export function randomSource(seed: number): RandomSource {
  let state = seed >>> 0
  const draw = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * most)
  }
  return {
    draw,
    pick<T>(values: readonly T[]): T {
      return values[draw(values.length)] as T
    },
  }
}

const levels: readonly Level[] = ['section', 'placed', 'seat']

function randomSelection(document: PlanDocument, { draw, pick }: RandomSource): Selection {
  const placed = allPlaced(document)
  const one = (): Item | null => {
    const kind = draw(10)
    if (kind < 2 && document.shapes.length > 0)
      return { kind: 'shape', id: pick(document.shapes).id }
    if (kind < 4 && document.sections.length > 0)
      return { kind: 'section', id: pick(document.sections).id }
    if (placed.length === 0) return null
    const { id, numbering } = pick(placed)
    if (kind < 7) return { kind: 'placed', id }
    return { kind: 'seat', id, at: draw(numbering.reduce((sum, [count]) => sum + count, 0)) }
  }
  if (draw(6) === 0) {
    const [left, top] = [draw(300), draw(200)]
    const box = { left, top, right: left + draw(150), bottom: top + draw(150) }
    return itemsIn(document, box, pick(levels))
  }
  return Array.from({ length: 1 + draw(4) }, one).filter((item) => item !== null)
}

/** Numbers as people might type them, including invalid ones. */
function number({ draw }: RandomSource): number {
  return [0, 1, 2, 5, 17, 60, -3, 0.5, 120_000][draw(9)] ?? 1
}

interface Moment {
  readonly document: PlanDocument
  readonly random: RandomSource
  readonly clip: Clip | null
  readonly selection: Selection
  readonly zone: string
  readonly middle: { readonly x: number; readonly y: number }
  readonly name: { readonly ka: string; readonly en: string }
  readonly placedIds: readonly number[]
  readonly isCrowded: boolean
}

function additions({
  document,
  random,
  selection,
  zone,
  middle,
  name,
  isCrowded,
}: Moment): Command[] {
  const { draw, pick } = random
  return [
    (draft) =>
      isCrowded
        ? removeItems(draft, selection)
        : addBlock(draft, {
            name,
            zone,
            middle,
            rows: 1 + draw(6),
            seats: 1 + draw(20),
            growth: draw(3) - 1,
            angle: draw(8) * 45,
            radius: draw(2) * draw(200),
            isStaggered: draw(2) === 0,
            parts: 1 + draw(3),
            rowScheme: pick(rowSchemes),
            seatScheme: pick(seatSchemes),
            seatStart: draw(30),
            isFromBack: draw(2) === 0,
            ...(document.sections.length > 0 &&
              draw(3) === 0 && { section: pick(document.sections).id }),
          }),
    (draft) =>
      addTables(draft, {
        name,
        zone,
        middle,
        shape: pick(['round', 'rect', 'booth'] as const),
        columns: 1 + draw(2),
        lines: isCrowded ? 1 : 1 + draw(2),
        seats: 1 + draw(10),
      }),
    (draft) =>
      addArea(draft, {
        kind: pick(['standing', 'free'] as const),
        name,
        zone,
        outline: boxOutline(middle, 20 + draw(60), 20 + draw(60)),
        capacity: 1 + draw(500),
      }),
    (draft) =>
      addShape(draft, {
        kind: pick(['stage', 'bar', 'wall'] as const),
        points: boxOutline(middle, 30, 9),
      }),
    (draft) => (document.zones.length < 6 ? addZone(draft, name) : undefined),
    (draft) => removeZone(draft, pick(document.zones).id, pick(document.zones).key),
  ]
}

function changes(moment: Moment): Command[] {
  const { document, random, clip, selection, zone, name, placedIds, isCrowded } = moment
  const { draw, pick } = random
  return [
    (draft) => moveItems(draft, selection, number(random), number(random)),
    (draft) => moveItems(draft, selection, draw(60) - 30, draw(60) - 30),
    (draft) => rotateItems(draft, selection, draw(720) - 360),
    (draft) => alignItems(draft, selection, pick(alignments)),
    (draft) => distributeItems(draft, selection, pick(['across', 'down'] as const)),
    (draft) => bendRows(draft, selection, number(random)),
    (draft) => bendRows(draft, selection, draw(300)),
    (draft) => staggerRows(draft, selection, draw(6)),
    (draft) => paintZone(draft, selection, zone),
    (draft) => flagSeats(draft, selection, pick(seatFlags), draw(2) === 0),
    (draft) => renumberSeats(draft, placedIds, pick(seatSchemes), number(random)),
    (draft) => relabelRows(draft, placedIds, pick(rowSchemes), 1 + draw(40)),
    (draft) => resizePlaced(draft, placedIds, Math.floor(number(random))),
    (draft) => resizePlaced(draft, placedIds, draw(30)),
    (draft) => {
      const [item] = selection
      if (item?.kind === 'placed') changePlaced(draft, item.id, { label: 'x'.repeat(draw(14)) })
      if (item?.kind === 'seat') labelSeat(draft, item.id, item.at, 'y'.repeat(draw(14)))
      if (item?.kind === 'section')
        changeSection(draft, item.id, {
          name: { ka: 'ა'.repeat(draw(3)), en: 'b' },
          level: draw(3),
        })
    },
    (draft) => changeZone(draft, pick(document.zones).id, { ka: 'ა'.repeat(draw(3)), en: 'zone' }),
    (draft) => {
      const [item] = selection
      if (item?.kind === 'shape')
        changeShape(draft, item.id, { text: draw(2) === 0 ? undefined : name })
    },
    (draft) => changeHead(draft, { width: 100 + draw(900), height: 100 + draw(900) }),
    (draft) =>
      isCrowded ? undefined : pasteClip(draft, clip ?? copyItems(document, selection), 8, 8),
    (draft) => regroup(draft, selection, draw(2) === 0 ? { name } : { section: 1 + draw(40) }),
    (draft) => removeItems(draft, selection),
  ]
}

export function randomCommand(
  document: PlanDocument,
  random: RandomSource,
  clip: Clip | null,
): Command {
  const { draw, pick } = random
  const selection = randomSelection(document, random)
  const moment: Moment = {
    document,
    random,
    clip,
    selection,
    zone: pick(document.zones).key,
    middle: { x: draw(400) - 40, y: draw(300) - 40 },
    name: { ka: `სექტორი ${draw(5)}`, en: `Section ${draw(5)}` },
    placedIds: selection.flatMap((item) => (item.kind === 'placed' ? [item.id] : [])),
    isCrowded: allPlaced(document).length > 60,
  }
  return pick([...additions(moment), ...changes(moment)])
}
