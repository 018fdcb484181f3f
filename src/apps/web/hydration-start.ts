import type { PageHosts } from '#design/data/page-hosts.ts'

/** Id of the block with a page's data: one line for the start of hydration, then the loaded data. */
export const hydrationBlockId = 'hydration'

/** What the router's client needs before it starts. */
export interface HydrationStart {
  /** Address of the list of routes. */
  readonly manifest: string
  /** Addresses of the chunks of the page's route modules, by route. */
  readonly modules: Readonly<Record<string, readonly string[]>>
  readonly context: object
  /** Absent when everything shares the page's origin. */
  readonly hosts?: PageHosts
}
