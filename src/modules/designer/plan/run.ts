import { isSound } from './check.ts'
import type { PlanDocument } from './document.ts'
import { applyEdit, startDraft, touched, type Draft, type Edit } from './steps.ts'

/** Does something to a plan by a draft; answers what is chosen afterwards, if that is other than before. */
export type Command<R = unknown> = (draft: Draft) => R

export interface Ran<R> {
  readonly edit: Edit
  readonly document: PlanDocument
  readonly result: R
}

/** Runs a command; null when it would leave something out of bounds, and then nothing has happened. */
export function runCommand<R>(document: PlanDocument, command: Command<R>): Ran<R> | null {
  const draft = startDraft(document)
  const result = command(draft)
  const edit = draft.done()
  const next = applyEdit(document, edit)
  return isSound(next, touched(edit)) ? { edit, document: next, result } : null
}
