/**
 * One failure of the table: its HTTP status, its number where the specification numbers it, and its text for people.
 */
export interface ErrorEntry {
  readonly status: number
  readonly number?: number
  readonly ka: string
  readonly en: string
}
