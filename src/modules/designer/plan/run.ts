import { isValidEdit } from './check.ts'
import type { PlanDocument } from './document.ts'
import { applyEdit, startDraft, type Draft, type Edit } from './steps.ts'

/** Changes a plan through a draft; returns the new selection, if it changes. */
export type Command<R = unknown> = (draft: Draft) => R

export interface CommandResult<R> {
  readonly edit: Edit
  readonly document: PlanDocument
  readonly result: R
}

/** Runs a command; returns null, without any change, when the result would be out of bounds. */
export function runCommand<R>(
  document: PlanDocument,
  command: Command<R>,
): CommandResult<R> | null {
  const draft = startDraft(document)
  const result = command(draft)
  const edit = draft.done()
  const next = applyEdit(document, edit)
  return isValidEdit(next, edit) ? { edit, document: next, result } : null
}
