import { useRef, type KeyboardEvent, type RefObject } from 'react'
import { moveItems, rotateItems } from '../plan/commands/arrange.ts'
import { copyItems, pasteClip, type Clip } from '../plan/commands/copy.ts'
import { removeItems } from '../plan/commands/remove.ts'
import { selectAll, type Level } from '../plan/selection.ts'
import type { BoardView, Tool } from './board/board-state.ts'
import type { Editor } from './use-editor.ts'

/** Tools by physical key, so that they are the same on a Georgian keyboard. */
const toolKeys: Readonly<Record<string, Tool>> = {
  KeyV: 'select',
  KeyH: 'hand',
  KeyR: 'rows',
  KeyT: 'tables',
  KeyA: 'area',
  KeyS: 'shape',
  KeyB: 'brush',
}
const levelKeys: Readonly<Record<string, Level>> = {
  Digit1: 'section',
  Digit2: 'placed',
  Digit3: 'seat',
}
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** Offset of a copy from its original, in units. */
const copyStep = 10

export interface Clipboard {
  copy(): void
  cut(): void
  paste(): void
  duplicate(): void
}

export function useClipboard({ document, selection, act }: Editor): Clipboard {
  const clip = useRef<Clip | null>(null)
  const copySelection = (): boolean => {
    const next = copyItems(document, selection)
    if (next.sections.length + next.placed.length + next.shapes.length === 0) return false
    clip.current = next
    return true
  }
  const paste = () => {
    const copied = clip.current
    if (copied) act((draft) => pasteClip(draft, copied, copyStep, copyStep))
  }
  return {
    copy: () => void copySelection(),
    cut: () => {
      if (copySelection()) act((draft) => removeItems(draft, selection))
    },
    paste,
    duplicate: () => {
      if (copySelection()) paste()
    },
  }
}

interface KeyContext {
  readonly editor: Editor
  readonly clipboard: Clipboard
  readonly view: RefObject<BoardView | null>
  readonly openHelp: () => void
}

/** Handles a key on the drawing board; returns whether it has a function. */
export function pressKey(event: KeyboardEvent, context: KeyContext): boolean {
  if (event.ctrlKey || event.metaKey) return pressWithControl(event, context)
  const { editor, view, openHelp } = context
  const arrow = arrows[event.key]
  if (arrow) return pressArrow(event, context, arrow)
  const tool = toolKeys[event.code]
  const level = levelKeys[event.code]
  if (event.key === '?') openHelp()
  else if (event.key === '+' || event.key === '=') view.current?.zoomBy(1.5)
  else if (event.key === '-') view.current?.zoomBy(1 / 1.5)
  else if (event.key === '0') view.current?.showAll()
  else if (event.key === 'Delete' || event.key === 'Backspace')
    editor.act((draft) => removeItems(draft, editor.selection))
  else if (event.key === 'Escape') {
    editor.setTool('select')
    editor.select([])
  } else if (event.code === 'BracketLeft')
    editor.act((draft) => rotateItems(draft, editor.selection, -5))
  else if (event.code === 'BracketRight')
    editor.act((draft) => rotateItems(draft, editor.selection, 5))
  else if (event.code === 'KeyN') selectNext(editor, event.shiftKey ? -1 : 1)
  else if (tool) editor.setTool(tool)
  else if (level) editor.setLevel(level)
  else return false
  return true
}

function pressArrow(
  event: KeyboardEvent,
  { editor, view }: KeyContext,
  [x, y]: readonly [number, number],
): boolean {
  const step = event.shiftKey ? 10 : event.altKey ? 0.1 : 1
  if (editor.selection.length === 0) view.current?.panBy(-x * 80, -y * 80)
  else editor.act((draft) => moveItems(draft, editor.selection, x * step, y * step))
  return true
}

function pressWithControl(event: KeyboardEvent, { editor, clipboard }: KeyContext): boolean {
  switch (event.code) {
    case 'KeyZ':
      if (event.shiftKey) editor.redo()
      else editor.undo()
      return true
    case 'KeyY':
      editor.redo()
      return true
    case 'KeyC':
      clipboard.copy()
      return true
    case 'KeyX':
      clipboard.cut()
      return true
    case 'KeyV':
      clipboard.paste()
      return true
    case 'KeyD':
      clipboard.duplicate()
      return true
    case 'KeyA':
      editor.select(selectAll(editor.document, editor.level))
      return true
    default:
      return false
  }
}

/** Selects the next item at the current level, which makes all items accessible by keyboard. */
function selectNext(editor: Editor, step: number): void {
  const all = selectAll(editor.document, editor.level)
  if (all.length === 0) return
  const [last] = editor.selection
  const at = last
    ? all.findIndex((item) => JSON.stringify(item) === JSON.stringify(last))
    : step > 0
      ? -1
      : 0
  const next = all[(at + step + all.length) % all.length]
  if (next) editor.select([next])
}
