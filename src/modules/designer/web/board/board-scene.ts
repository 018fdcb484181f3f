/** A plan prepared for the painters of the seat map: all places are free, and unchanged parts are reused. */
import { expandPlan, compilePlan } from '../../plan/compile.ts'
import type { PlanDocument } from '../../plan/document.ts'
import type { Box } from '#seatmap/geometry.ts'
import type { LayoutSection } from '#seatmap/layout.ts'
import type { SectionSummary } from '#seatmap/live.ts'
import { createScene, type Scene } from '#seatmap/web/scene.ts'

export interface BoardScene {
  readonly document: PlanDocument
  readonly scene: Scene
  readonly summaries: readonly SectionSummary[]
  readonly states: Uint8Array
  readonly zoneForSale: readonly boolean[]
  /** The whole drawing board. */
  readonly box: Box
}

/** The state that was prepared last: one plan is edited at a time, mostly one section of it. */
let boardBefore: BoardScene | null = null

/** The plan as the board draws it; what did not change since the last call is the same object as then. */
export function boardScene(document: PlanDocument): BoardScene {
  const layout = compilePlan(document)
  const expanded = expandPlan(layout)
  const before = boardBefore
  const scene = createScene(layout, expanded, before?.scene)
  const made = layout.sections.map((section, index) => {
    const known = before?.summaries[index]
    if (known && before?.scene.sectionOf[index] === scene.sectionOf[index]) return known
    const summary = summaryOf(scene, section, index)
    const isKnown = known?.total === summary.total && known.zone === summary.zone
    return isKnown && known.sectionId === summary.sectionId ? known : summary
  })
  const isSame =
    before?.summaries.length === made.length &&
    made.every((summary, index) => summary === before.summaries[index])
  const { width, height } = document.head
  const board: BoardScene = {
    document,
    scene,
    summaries: isSame ? before.summaries : made,
    states:
      before?.states.length === expanded.placeCount + 1
        ? before.states
        : new Uint8Array(expanded.placeCount + 1),
    zoneForSale: layout.zones.map(() => true),
    box: { left: 0, top: 0, right: width, bottom: height },
  }
  boardBefore = board
  return board
}

function summaryOf(
  { expanded, sectionOf }: Scene,
  section: LayoutSection,
  index: number,
): SectionSummary {
  const rows = expanded.sectionRows[index] ?? []
  const seats = rows.reduce((sum, row) => sum + (expanded.rows[row]?.count ?? 0), 0)
  const total = section.pool?.capacity ?? seats
  return {
    sectionId: section.id,
    free: total,
    total,
    priceMinorMin: undefined,
    zone: sectionOf[index]?.zone ?? 0,
  }
}

/** Boxes of sections and shapes that differ between two scenes; only these areas are repainted. */
export function changedBoxes(before: BoardScene, after: BoardScene): Box[] {
  const boxes: Box[] = []
  const key = (scene: BoardScene) => scene.scene.expanded.layout
  const [old, now] = [key(before), key(after)]
  if (old.zones.length !== now.zones.length) return [before.box, after.box]
  const grown = (box: Box): Box => ({
    left: box.left - 20,
    top: box.top - 20,
    right: box.right + 20,
    bottom: box.bottom + 20,
  })
  const compare = (one: BoardScene, other: BoardScene) => {
    const sections = new Set(other.scene.expanded.layout.sections)
    for (const { section, box } of one.scene.sections)
      if (!sections.has(section)) boxes.push(grown(box))
    const shapes = new Set<unknown>(other.document.shapes.map(({ points }) => points))
    for (const { shape, box } of one.scene.shapes)
      if (!shapes.has(shape.points)) boxes.push(grown(box))
  }
  compare(before, after)
  compare(after, before)
  return boxes
}
