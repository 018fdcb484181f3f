import type { CategoryPage } from '#modules/catalogue/contract.ts'

export interface FilterProps {
  readonly parameters: URLSearchParams
  /** The page's path, without its language and filters. */
  readonly path: string
  readonly addressWith: (changes: Readonly<Record<string, string | null>>) => string
  readonly venues: CategoryPage['venues']
}
