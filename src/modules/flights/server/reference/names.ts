/** A proper name as travellers type it: in Georgian, Latin and Russian letters. */
export interface NameInThree {
  readonly ka: string
  readonly en: string
  readonly ru: string
}
