/** A page's settings for the shell around it: `export const handle: PageHandle = { hideFooter: true }`. */
export interface PageHandle {
  /** A fixed theme that overrides the visitor's choice. */
  readonly theme?: 'light' | 'dark' | 'partner'
  readonly hideHeader?: boolean
  readonly hideFooter?: boolean
}

/** The handle itself, or a function of the page's loader data. */
export type PageHandleOf = PageHandle | ((loaded: unknown) => PageHandle)

/** The handles of the current address, the innermost last. */
export function pageHandles(
  matches: readonly { readonly handle: unknown; readonly loaderData?: unknown }[],
): PageHandle[] {
  return matches.flatMap(({ handle, loaderData }) => {
    const asked = handle as PageHandleOf | undefined
    if (asked === undefined) return []
    return [typeof asked === 'function' ? asked(loaderData) : asked]
  })
}
