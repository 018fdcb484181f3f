/** Origins that pages use in addition to their own; an absent one is the page's own. */
export interface PageHosts {
  /** Receives calls. */
  readonly gateway?: string
  /** Serves live streams. */
  readonly socket?: string
  /** Serves built scripts, styles and fonts. */
  readonly assets?: string
}

declare global {
  interface Window {
    /** Set before hydration when the shop has such hosts. */
    pageHosts?: PageHosts
  }
}
