/** What a page may ask of the shell around it: `export const handle: PageHandle = { hideFooter: true }`. */
export interface PageHandle {
  /** A theme of the page's own, whatever the visitor chose. */
  readonly theme?: 'light' | 'dark' | 'partner'
  readonly hideHeader?: boolean
  readonly hideFooter?: boolean
}

/** The handle itself, or what makes it of the data that the page was loaded with. */
export type PageHandleOf = PageHandle | ((loaded: unknown) => PageHandle)

/** What the pages of the current address ask for together, the innermost last. */
export function pageHandles(
  matches: readonly { readonly handle: unknown; readonly loaderData?: unknown }[],
): PageHandle[] {
  return matches.flatMap(({ handle, loaderData }) => {
    const asked = handle as PageHandleOf | undefined
    if (asked === undefined) return []
    return [typeof asked === 'function' ? asked(loaderData) : asked]
  })
}
