/** What a page may ask of the shell around it: `export const handle: PageHandle = { hideFooter: true }`. */
export interface PageHandle {
  /** A theme of the page's own, whatever the visitor chose. */
  readonly theme?: 'light' | 'dark' | 'partner'
  readonly hideHeader?: boolean
  readonly hideFooter?: boolean
}
