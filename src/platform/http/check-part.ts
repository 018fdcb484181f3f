import type { z } from 'zod'
import { isErrorCode } from '#contract/errors.ts'
import { findUnknownNames } from './unknown-names.ts'

export interface FieldProblem {
  readonly path: string
  readonly message: string
}

/** How names that a schema does not have are treated. */
export interface NameRules {
  /** Of outside parties, which send what they want: all are ignored. */
  readonly isAnyAllowed?: boolean
  /** The body says what to change (PUT, PATCH). */
  readonly isChange?: boolean
}

/**
 * Checks one part of a request (`params`, `query`, `body`); adds its invalid fields, and names that must not be ignored
 * (`findUnknownNames`), to `fields`.
 */
export function checkPart(
  name: 'params' | 'query' | 'body',
  schema: z.ZodType,
  value: unknown,
  fields: FieldProblem[],
  { isAnyAllowed = false, isChange = false }: NameRules = {},
): unknown {
  const result = schema.safeParse(value)
  if (!isAnyAllowed && name !== 'params')
    fields.push(...findUnknownNames(schema, value, { path: name, isChange }))
  if (result.success) {
    const path = findUnkeepable(result.data, name)
    if (path === null) return result.data
    fields.push({ path, message: 'Invalid text' })
    return undefined
  }
  const paths = new Set(fields.map(({ path }) => path))
  const add = (problem: FieldProblem) => {
    if (paths.has(problem.path)) return
    paths.add(problem.path)
    fields.push(problem)
  }
  for (const issue of result.error.issues.flatMap(namedOf)) {
    const path = [name, ...issue.path.map(String)].join('.')
    // A strict object names all of its unknown fields in one problem.
    const keys = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => `.${key}`) : ['']
    for (const key of keys) add({ path: path + key, message: wordsOf(issue) })
  }
  return undefined
}

/** The message of a problem; a pattern says nothing to those who read it. */
function wordsOf(issue: z.core.$ZodIssue): string {
  const isPattern = issue.code === 'invalid_format' && /must match pattern/.test(issue.message)
  return isPattern ? 'Not in the form that this field takes' : issue.message
}

/** Of alternatives that all fail, what one says with a code of the error table; otherwise only that none of them fits. */
function namedOf(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const named = issue.errors
    .flat()
    .filter(({ message }) => isErrorCode(message))
    .map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
  return named.length > 0 ? named : [issue]
}

/**
 * Path of the first text that PostgreSQL cannot store: with a null character, or with an unpaired surrogate. No call
 * needs such text, so it is refused here rather than by each field.
 */
function findUnkeepable(value: unknown, path: string): string | null {
  if (typeof value === 'string')
    return value.includes('\u0000') || !value.isWellFormed() ? path : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnkeepable(inner, `${path}.${key}`)
    if (found !== null) return found
  }
  return null
}
