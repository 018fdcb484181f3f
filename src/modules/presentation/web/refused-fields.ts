import { CallError } from '#contract/client.ts'

/** Why the server refused a field: it is required and empty, or its value is not accepted. */
export type Refusal = 'missing' | 'wrong'

/** The part of a nested value at a path such as `blocks.0.title.ka`; undefined where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>(
    // Only own properties: paths come from the server's reply.
    (part, key) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, key)
        ? (part as Record<string, unknown>)[key]
        : undefined,
    value,
  )
}

/**
 * The refused fields of a value that was sent, by their path within it; empty when the error concerns none of them.
 *
 * @param options.at path of the value in the request, such as `body`
 * @param options.fieldOf the field of an error code for which the server names none
 */
export function refusedFields(
  error: unknown,
  value: unknown,
  options: { readonly at: string; readonly fieldOf?: Readonly<Record<string, string>> },
): ReadonlyMap<string, Refusal> {
  if (!(error instanceof CallError)) return new Map()
  const { at, fieldOf = {} } = options
  const named = fieldOf[error.code]
  const paths = error.fields.flatMap(({ path }) =>
    path.startsWith(`${at}.`) ? [path.slice(at.length + 1)] : [],
  )
  return new Map(
    [...paths, ...(named === undefined ? [] : [named])].map((path) => [
      path,
      isEmpty(valueAt(value, path)) ? 'missing' : 'wrong',
    ]),
  )
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}
