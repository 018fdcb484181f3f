/** The interface of the web build for public pages, which are the same for all visitors. */
import type { RouterContextProvider } from 'react-router'
import type { Locale } from '#kernel/locale.ts'

export interface PublicPage {
  readonly locale: Locale
  /** Names of the query parameters that affect the page. */
  readonly query: readonly string[]
  /** The page shows availability; its copies are at most two seconds old. */
  readonly isLive?: boolean
  /**
   * The whole page at an address, or null when it is not a plain one (a redirect, a refusal, pending data): then
   * the router's handler answers.
   *
   * @param address path and query @param context provides the calls and contains nothing about the visitor
   */
  render(address: URL, context: RouterContextProvider): Promise<string | null>
}

export interface PublicPages {
  /** The public page of a path; null for personal pages and paths that only the router can match. */
  find(pathname: string): PublicPage | null
}
