/** Id of the block with a page's data: a line that says how to start, then the loaded data. */
export const hydrationBlockId = 'hydration'

/** What the router's client expects to find before it begins. */
export interface HydrationStart {
  /** Address of the list of routes. */
  readonly manifest: string
  /** Addresses of what the modules of the page's routes were divided into, by route. */
  readonly modules: Readonly<Record<string, readonly string[]>>
  readonly context: object
}
