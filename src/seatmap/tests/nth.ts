import { invariant } from '#kernel/result.ts'

/** The element that a test knows to be there. */
export function nth<Value>(list: ArrayLike<Value> | undefined, index: number): Value {
  const value = list?.[index]
  invariant(value !== undefined, `nothing at ${index}`)
  return value
}
