/** A proper name in Georgian, Latin and Russian letters. */
export interface TrilingualName {
  readonly ka: string
  readonly en: string
  readonly ru: string
}
