import { createContext, createElement, use, type ReactNode } from 'react'
import { useLocale } from '../texts.tsx'

/** The parts of one rendering whose HTML is known or will be kept. */
export interface MarkupParts {
  /**
   * Registers a part of the page.
   *
   * @param within a long text that the keys of many parts have in common
   * @returns its number, and whether its HTML is known, so that it need not be rendered
   */
  add(key: string, within: string | undefined): { readonly id: number; readonly isKnown: boolean }
}

/** Given only by the server's rendering of public pages. */
export const MarkupPartsContext = createContext<MarkupParts | null>(null)

/** Element around such a part, which the server removes: it is in no page. */
export const markupElement = 'x-part'

/**
 * A part of a page that depends on nothing but the locale and `of`: the server keeps its HTML and renders it once for
 * all pages that show it. It begins and ends with an element; on the server its hooks return the same on all pages
 * (no `useId`, no address), and it has no images above the fold, which React lists in the head.
 *
 * @param kind unique name of the part
 * @param of plain data; everything that the part shows, with `within`
 * @param within a long text that many parts depend on: in memory once, and not written anew for each of them
 */
export function CachedMarkup(props: {
  readonly kind: string
  readonly of: unknown
  readonly within?: string
  readonly render: () => ReactNode
}): ReactNode {
  return import.meta.env.SSR ? onServer(props) : props.render()
}

function onServer({ kind, of, within, render }: Parameters<typeof CachedMarkup>[0]): ReactNode {
  const parts = use(MarkupPartsContext)
  const locale = useLocale()
  if (parts === null) return render()
  const { id, isKnown } = parts.add(`${kind} ${locale} ${JSON.stringify(of)}`, within)
  return createElement(
    markupElement,
    { id },
    isKnown ? null : (
      // Parts within a part belong to it.
      <MarkupPartsContext value={null}>{render()}</MarkupPartsContext>
    ),
  )
}
