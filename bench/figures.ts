/** A measured figure, optionally with a baseline measured in the same run. */
export interface BenchFigure {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly baseline?: { readonly name: string; readonly value: number }
  /** value / baseline.value */
  readonly ratio?: number
  /** In words, for example `at least 2× the baseline`. */
  readonly target?: string
  readonly met?: boolean
  readonly note?: string
}
