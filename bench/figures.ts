/** One measured figure and, where there is one, what it was measured against in the same run. */
export interface BenchFigure {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly baseline?: { readonly name: string; readonly value: number }
  /** value / baseline.value */
  readonly ratio?: number
  /** In words, as `at least 2× the baseline`. */
  readonly target?: string
  readonly met?: boolean
  readonly note?: string
}
