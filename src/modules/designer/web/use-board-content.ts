import { useMemo } from 'react'
import { useLocale } from '#design/texts.tsx'
import { formatCount } from '#kernel/format.ts'
import { unfold, type ExpandedLayout } from '#seatmap/expand.ts'
import type { Finding } from '../plan/findings.ts'
import type { BoardContent } from './board/board-state.ts'
import type { BoardScene } from './board/board-scene.ts'
import type { Compared } from './parts/versions-panel.tsx'
import type { Editor } from './use-editor.ts'

interface BoardInputs {
  readonly editor: Editor
  readonly board: BoardScene
  readonly findings: readonly Finding[] | null
  readonly compared: Compared | null
  readonly underlay: CanvasImageSource | null
  readonly isReadOnly: boolean
  readonly isSnapping: boolean
}

/** Maximum number of marks on the plan; all findings are in the list. */
const marksMax = 60
const comparedMax = 4_000

/** Content of the board as a memoised value, unchanged while nothing in it changes. */
export function useBoardContent(inputs: BoardInputs): BoardContent {
  const { editor, board, findings, compared, underlay, isReadOnly, isSnapping } = inputs
  const { selection, level, tool } = editor
  const locale = useLocale()
  const { summaries } = board
  const notes = useMemo(
    () => summaries.map(({ total }) => formatCount(locale, total)),
    [summaries, locale],
  )
  const marks = useMemo(
    () =>
      (findings ?? [])
        .flatMap(({ at, isError }) => (at ? [{ ...at, isError }] : []))
        .slice(0, marksMax),
    [findings],
  )
  const points = useMemo(
    () => (compared ? comparedPoints(compared, board.scene.expanded) : []),
    [compared, board],
  )
  return useMemo(
    () => ({
      board,
      selection,
      level,
      tool,
      isReadOnly,
      isSnapping,
      locale,
      notes,
      underlay,
      marks,
      compared: points,
    }),
    [board, selection, level, tool, isReadOnly, isSnapping, locale, notes, underlay, marks, points],
  )
}

/** Seats that differ from another version, at their current or previous position. */
function comparedPoints({ older, difference }: Compared, now: ExpandedLayout) {
  const before = unfold(older)
  return difference.seats.slice(0, comparedMax).map(({ kind, from, to }) => {
    const [expanded, placeId] = to === 0 ? [before, from] : [now, to]
    return { kind, x: expanded.x[placeId] ?? 0, y: expanded.y[placeId] ?? 0 }
  })
}
