/** The block that a page carries its data in: a line that says how to begin, then what the page was loaded with. */
export const hydrationBlockId = 'hydration'

/** What the router's client expects to find before it begins. */
export interface HydrationStart {
  /** Address of the list of routes. */
  readonly manifest: string
  /** Addresses of what the modules of the page's routes were divided into, by route. */
  readonly modules: Readonly<Record<string, readonly string[]>>
  readonly context: object
}
