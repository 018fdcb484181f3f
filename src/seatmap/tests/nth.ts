import { invariant } from '#kernel/result.ts'

/** An element that must exist in a test. */
export function nth<Value>(list: ArrayLike<Value> | undefined, index: number): Value {
  const value = list?.[index]
  invariant(value !== undefined, `nothing at ${index}`)
  return value
}
