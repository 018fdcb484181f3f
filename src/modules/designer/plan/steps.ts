/** All changes of a plan are steps with the old and the new value of an element, so that each can be undone exactly. */
import type { Collection, PartOf, PlanDocument, PlanHead } from './document.ts'

type PartStep = {
  readonly [C in Collection]: {
    readonly in: C
    readonly id: number
    /** Index in its list, for added and removed elements. */
    readonly at: number
    readonly before: PartOf<C> | null
    readonly after: PartOf<C> | null
  }
}[Collection]

export type Step =
  | PartStep
  | { readonly in: 'head'; readonly before: PlanHead; readonly after: PlanHead }

/** The steps of one command, in order. */
export type Edit = readonly Step[]

interface Part {
  readonly id: number
}

/** Applies replacements of a list at once, and insertions and removals one after another. */
function changeList(
  list: readonly Part[],
  steps: readonly Exclude<Step, { in: 'head' }>[],
): Part[] {
  const result = [...list]
  let places: Map<number, number> | null = null
  for (const { id, at, before, after } of steps) {
    if (before && after) {
      if (result[at]?.id === id) {
        result[at] = after
        continue
      }
      places ??= new Map(result.map((part, index) => [part.id, index]))
      const index = places.get(id)
      if (index !== undefined) result[index] = after
    } else if (after) {
      if (at === result.length) {
        places?.set(id, at)
        result.push(after)
      } else {
        result.splice(at, 0, after)
        places = null
      }
    } else {
      if (at === result.length - 1) {
        result.pop()
        places?.delete(id)
      } else {
        result.splice(at, 1)
        places = null
      }
    }
  }
  return result
}

export function applyEdit(document: PlanDocument, edit: Edit): PlanDocument {
  let result = document
  const byList = new Map<Collection, Exclude<Step, { in: 'head' }>[]>()
  for (const step of edit) {
    if (step.in === 'head') {
      result = { ...result, head: step.after }
      continue
    }
    const list = byList.get(step.in)
    if (list) list.push(step)
    else byList.set(step.in, [step])
  }
  for (const [name, steps] of byList)
    result = { ...result, [name]: changeList(result[name], steps) }
  return result
}

export function invertEdit(edit: Edit): Edit {
  return edit
    .map((step): Step => ({ ...step, before: step.after, after: step.before }) as Step)
    .toReversed()
}

/**
 * Records the changes of a command. Reads see earlier changes; `done` is the edit, without elements that ended up
 * unchanged.
 */
export interface Draft {
  readonly document: PlanDocument
  newId(): number
  setHead(change: Partial<PlanHead>): void
  add<C extends Collection>(name: C, part: PartOf<C>): void
  put<C extends Collection>(name: C, part: PartOf<C>): void
  remove(name: Collection, id: number): void
  done(): Edit
}

export function startDraft(start: PlanDocument): Draft {
  const edit: Step[] = []
  let document = start
  /** Lists that this draft has already copied and may mutate. */
  const own = new Map<Collection, Part[]>()
  /** Index of the element that was replaced last: commands replace elements mostly in the order of their list. */
  let cursor = 0
  function indexOf(list: readonly Part[], id: number): number {
    for (let at = cursor; at < list.length; at += 1)
      if (list[at]?.id === id) {
        cursor = at
        return at
      }
    const found = list.findIndex((part) => part.id === id)
    cursor = Math.max(found, 0)
    return found
  }
  function listOf(name: Collection): Part[] {
    const known = own.get(name)
    if (known) return known
    const copy: Part[] = [...document[name]]
    own.set(name, copy)
    document = { ...document, [name]: copy }
    return copy
  }
  function push(step: unknown): void {
    edit.push(step as Step)
  }
  return {
    get document() {
      return document
    },
    newId() {
      const id = document.head.nextId
      this.setHead({ nextId: id + 1 })
      return id
    },
    setHead(change) {
      const before = document.head
      const after = { ...before, ...change }
      document = { ...document, head: after }
      const last = edit.at(-1)
      if (last?.in === 'head') edit[edit.length - 1] = { in: 'head', before: last.before, after }
      else edit.push({ in: 'head', before, after })
    },
    add(name, part) {
      const list = listOf(name)
      push({ in: name, id: part.id, at: list.length, before: null, after: part })
      list.push(part)
    },
    put(name, part) {
      const list = listOf(name)
      const at = indexOf(list, part.id)
      const before = list[at]
      if (!before || before === part) return
      push({ in: name, id: part.id, at, before, after: part })
      list[at] = part
    },
    remove(name, id) {
      const list = listOf(name)
      const at = list.findIndex((part) => part.id === id)
      if (at === -1) return
      push({ in: name, id, at, before: list[at], after: null })
      list.splice(at, 1)
    },
    done: () => edit,
  }
}

/** Edits that can be undone, newest last. */
export interface History {
  readonly document: PlanDocument
  readonly undone: readonly Edit[]
  readonly done: readonly Edit[]
}

/** Maximum number of edits that can be undone; edits are small, since they share unchanged values. */
const historyMax = 500

export function startHistory(document: PlanDocument): History {
  return { document, undone: [], done: [] }
}

/** `document` is the result of the edit, where it is already known. */
export function edited(
  history: History,
  edit: Edit,
  document = applyEdit(history.document, edit),
): History {
  if (edit.length === 0) return history
  return {
    document,
    done: [...history.done, edit].slice(-historyMax),
    undone: [],
  }
}

export function undo(history: History): History {
  const edit = history.done.at(-1)
  if (!edit) return history
  return {
    document: applyEdit(history.document, invertEdit(edit)),
    done: history.done.slice(0, -1),
    undone: [...history.undone, edit],
  }
}

export function redo(history: History): History {
  const edit = history.undone.at(-1)
  if (!edit) return history
  return {
    document: applyEdit(history.document, edit),
    done: [...history.done, edit],
    undone: history.undone.slice(0, -1),
  }
}
