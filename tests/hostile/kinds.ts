/**
 * Which hostile values a run sends. At night every value goes to every field. In `npm test` every value goes to one
 * field of each kind, and every field gets a refused value and is omitted once.
 */
import { isNightly } from '../support/tier.ts'
import type { Shape } from './json-schemas.ts'

/** Hostile texts are either empty, shorter than this, or thousands of characters long. */
const usualText = 60
const longText = 5_000

/** The kind of a field whose schema says nothing. */
export const anything = 'anything'

/** What a field demands, as far as hostile values can tell: types, forms, and which lengths and signs fit. */
export function kindOf(shape: Shape): string {
  const options = shape.anyOf ?? shape.oneOf
  if (options) return [...new Set(options.map(kindOf))].toSorted().join(' or ')
  if (shape.enum) return 'one of several values'
  if (shape.const !== undefined) return 'one value'
  if (shape.items) return `list of ${kindOf(shape.items)}${shape.minItems ? ', filled' : ''}`
  if (shape.type === 'object') return 'object'
  if (shape.type === undefined) return anything
  const patterns = [shape, ...(shape.allOf ?? [])].flatMap(({ pattern = [] }) => pattern)
  return [
    [shape.type].flat().toSorted().join(' or '),
    ...(shape.format === undefined ? [] : [shape.format]),
    // Without the lengths in it.
    ...patterns.map((pattern) => pattern.replaceAll(/\{[\d,]+\}/g, '{}')),
    ...(shape.type === 'string' ? lengthsOf(shape) : signsOf(shape)),
  ].join(' ')
}

function lengthsOf({ minLength = 0, maxLength = longText }: Shape): string[] {
  const least = minLength === 0 ? 'may be empty' : minLength < 3 ? 'filled' : 'of some length'
  const most = maxLength < usualText ? 'short' : maxLength < longText ? 'usual' : 'long'
  return [least, most]
}

function signsOf({ minimum, maximum }: Shape): string[] {
  const least = minimum === undefined ? 'any' : `from ${Math.sign(minimum)}`
  return [least, ...(maximum !== undefined && maximum < 2 ** 31 ? ['bounded'] : [])]
}

/** Whether a value is sent to a field, or to whatever else is of a kind. */
export type Choice = (kind: string, value: string) => boolean

export const everything: Choice = () => true

/** Chooses each value for the first of each kind that asks. */
export function firstOfEachKind(): Choice {
  const chosen = new Set<string>()
  return (kind, value) => {
    const { size } = chosen
    chosen.add(`${value} for ${kind}`)
    return chosen.size > size
  }
}

/** The choice of this run. */
export const choiceOfTier = (): Choice => (isNightly ? everything : firstOfEachKind())

/** The elements of a list in turn, from the one with this number on, so that neighbours get different ones. */
export function inTurn<Item>(items: readonly Item[], number: number): readonly Item[] {
  const start = items.length === 0 ? 0 : number % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}
