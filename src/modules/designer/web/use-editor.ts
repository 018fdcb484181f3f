import { useMemo, useState } from 'react'
import type { PlanDocument } from '../plan/document.ts'
import { runCommand, type Command } from '../plan/run.ts'
import { existingItems, type Item, type Level, type Selection } from '../plan/selection.ts'
import { edited, redo, startHistory, undo, type History } from '../plan/steps.ts'
import type { Tool } from './board/board-state.ts'

interface EditorState {
  readonly history: History
  readonly selection: Selection
  readonly level: Level
  readonly tool: Tool
  /** Number of refused commands, so that each refusal is announced. */
  readonly refusals: number
}

export interface EditorActions {
  /** Runs a command and selects the items it returns. */
  act(command: Command): void
  select(selection: Selection): void
  setLevel(level: Level): void
  setTool(tool: Tool): void
  undo(): void
  redo(): void
  /** Replaces the document, for example by one that somebody else has saved. */
  replace(document: PlanDocument): void
}

export interface Editor extends EditorState, EditorActions {
  readonly document: PlanDocument
  /** The actions alone, which remain the same object. */
  readonly actions: EditorActions
}

function isItems(value: unknown): value is readonly Item[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'object')
}

function acted(state: EditorState, command: Command): EditorState {
  const ran = runCommand(state.history.document, command)
  if (!ran) return { ...state, refusals: state.refusals + 1 }
  const history = edited(state.history, ran.edit, ran.document)
  const selection = isItems(ran.result)
    ? ran.result
    : existingItems(history.document, state.selection)
  return { ...state, history, selection }
}

function travelled(state: EditorState, history: History): EditorState {
  return { ...state, history, selection: existingItems(history.document, state.selection) }
}

/** State and commands of the editor: one object until the state changes. */
export function useEditor(start: PlanDocument): Editor {
  const [state, setState] = useState<EditorState>(() => ({
    history: startHistory(start),
    selection: [],
    level: 'section',
    tool: 'select',
    refusals: 0,
  }))
  const actions = useMemo(
    (): EditorActions => ({
      act: (command) => setState((before) => acted(before, command)),
      select: (selection) => setState((before) => ({ ...before, selection })),
      setLevel: (level) => setState((before) => ({ ...before, level, selection: [] })),
      setTool: (tool) => setState((before) => ({ ...before, tool })),
      undo: () => setState((before) => travelled(before, undo(before.history))),
      redo: () => setState((before) => travelled(before, redo(before.history))),
      replace: (document) =>
        setState((before) => ({ ...before, history: startHistory(document), selection: [] })),
    }),
    [],
  )
  return useMemo(
    () => ({ ...state, ...actions, actions, document: state.history.document }),
    [state, actions],
  )
}
