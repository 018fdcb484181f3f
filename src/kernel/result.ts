/**
 * Expected failure as a value. A command returns `ok(value)` or `fail(code, detail)`;
 * it throws only when an invariant of ours is broken.
 */
export type Result<Value, Code extends string = string> =
  | { readonly ok: true; readonly value: Value }
  | Failure<Code>

/** An expected failure: a stable code of the error table and, where it helps, its subject. */
export interface Failure<Code extends string = string> {
  readonly ok: false
  readonly code: Code
  readonly detail?: Readonly<Record<string, unknown>>
}

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value }
}

export function fail<Code extends string>(
  code: Code,
  detail?: Readonly<Record<string, unknown>>,
): Failure<Code> {
  return detail === undefined ? { ok: false, code } : { ok: false, code, detail }
}

/** Throws when one of our own invariants does not hold: a defect, never a user's mistake. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${message}`)
}
