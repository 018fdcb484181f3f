import { useMemo, useRef, useState } from 'react'
import type { Box, Point } from '#seatmap/geometry.ts'
import type { PlanView } from '../contract.ts'
import { moveItems } from '../plan/commands/arrange.ts'
import { paintZone } from '../plan/commands/change.ts'
import { copyItems, pasteClip } from '../plan/commands/copy.ts'
import type { PlanDocument } from '../plan/document.ts'
import type { Finding } from '../plan/findings.ts'
import { boxOfSelection } from '../plan/selection.ts'
import { boardScene } from './board/board-scene.ts'
import type { BoardEvents, BoardView } from './board/board-state.ts'
import { drawing } from './drawing.ts'
import type { Compared } from './parts/versions-panel.tsx'
import { usePlanPort } from './plan-port.ts'
import { useTexts } from './texts.ts'
import { useUnderlay } from './underlay.ts'
import { useAutosave } from './use-autosave.ts'
import { useBoardContent } from './use-board-content.ts'
import { useEditor } from './use-editor.ts'
import { useFindings } from './use-findings.ts'
import { useIsPhone } from './use-is-phone.ts'
import { useClipboard } from './use-keys.ts'

export type Panel = 'inspect' | 'add' | 'check' | 'versions'

/** Margin around an item that is scrolled into view, in units. */
const scrollMargin = 20

function boxAround({ x, y }: Point): Box {
  return {
    left: x - scrollMargin,
    right: x + scrollMargin,
    top: y - scrollMargin,
    bottom: y + scrollMargin,
  }
}

/** State and actions of the plan editor page. */
export function usePlanEditing(plan: PlanView, reload: () => Promise<PlanView>) {
  const t = useTexts()
  const port = usePlanPort()
  const editor = useEditor(plan.document as PlanDocument)
  const { document, selection } = editor
  const autosave = useAutosave(plan.planId, document, plan)
  const findings = useFindings(document)
  const board = useMemo(() => boardScene(document), [document])
  const underlay = useUnderlay(plan.planId, document.head.underlay?.digest, port)
  const view = useRef<BoardView | null>(null)
  const isPhone = useIsPhone()
  const [panel, setPanel] = useState<Panel>('inspect')
  const [isSnapping, setSnapping] = useState(true)
  const [measure, setMeasure] = useState<string | null>(null)
  const [brushKey, setBrushKey] = useState('')
  const [compared, setCompared] = useState<Compared | null>(null)
  const [versions, setVersions] = useState(plan.versions)
  const clipboard = useClipboard(editor)
  const content = useBoardContent({
    editor,
    board,
    findings,
    compared,
    underlay,
    isReadOnly: isPhone,
    isSnapping,
  })
  const { zones } = document
  const brush = zones.some(({ key }) => key === brushKey) ? brushKey : (zones[0]?.key ?? '')
  const events: BoardEvents = {
    onSelect: editor.select,
    onMove: (dx, dy, isCopy) =>
      editor.act((draft) =>
        isCopy
          ? pasteClip(draft, copyItems(draft.document, selection), dx, dy)
          : moveItems(draft, selection, dx, dy),
      ),
    onDraw(tool, box) {
      editor.act(drawing(tool, box, brush, t))
      editor.setTool('select')
      setPanel('inspect')
    },
    onPaint: (items) => editor.act((draft) => paintZone(draft, items, brush)),
    onMeasure: setMeasure,
  }
  return {
    editor,
    autosave,
    findings,
    board,
    content,
    events,
    view,
    setView(made: BoardView | null): void {
      view.current = made
    },
    isPhone,
    panel,
    setPanel,
    isSnapping,
    setSnapping,
    measure,
    brush,
    setBrushKey,
    compared,
    setCompared,
    versions,
    clipboard,
    /** Selects the items of a finding and scrolls to them. */
    show({ items, at }: Finding): void {
      const [first] = items
      if (first) editor.setLevel(first.kind === 'shape' ? 'section' : first.kind)
      editor.select(items)
      const box = boxOfSelection(document, items) ?? (at && boxAround(at))
      if (box) view.current?.showBox(box)
    },
    async loadNewerVersion(): Promise<void> {
      const theirs = await reload()
      editor.replace(theirs.document as PlanDocument)
      autosave.resume(theirs.document as PlanDocument, theirs.revision)
    },
    async readVersions(): Promise<void> {
      setVersions((await reload()).versions)
    },
  }
}

export type PlanEditing = ReturnType<typeof usePlanEditing>
