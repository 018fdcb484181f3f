/** One failure of the table: its HTTP face, its number where the specification numbers it, and words for people. */
export interface ErrorEntry {
  readonly status: number
  readonly number?: number
  readonly ka: string
  readonly en: string
}
