/** A plan as JSON. Elements are written once and remembered, so that saving after an edit writes only what changed. */
import type { PlanDocument } from './document.ts'

const written = new WeakMap<object, string>()

function textOf(part: object): string {
  const known = written.get(part)
  if (known !== undefined) return known
  const text = JSON.stringify(part)
  written.set(part, text)
  return text
}

/** The same text as `JSON.stringify(document)`. */
export function serializePlan(document: PlanDocument): string {
  const entries = Object.entries(document).map(([key, value]) => {
    const text = Array.isArray(value)
      ? `[${value.map(textOf).join(',')}]`
      : typeof value === 'object'
        ? textOf(value)
        : JSON.stringify(value)
    return `${JSON.stringify(key)}:${text}`
  })
  return `{${entries.join(',')}}`
}
