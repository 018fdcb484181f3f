import type { CategoryPage } from '#modules/catalogue/contract.ts'

export interface FilterProps {
  readonly parameters: URLSearchParams
  /** Of the page, without its language and its filters. */
  readonly path: string
  readonly addressWith: (changes: Readonly<Record<string, string | null>>) => string
  readonly venues: CategoryPage['venues']
}
