/** Work in steps, after each of which its caller may do something else; the result is the last step's. */
export type Steps<Result> = Generator<undefined, Result>

/** Does all steps at once. */
export function completed<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
