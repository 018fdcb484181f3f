/** What the web build offers the server for pages that are the same for everybody. */
import type { RouterContextProvider } from 'react-router'
import type { Locale } from '#kernel/locale.ts'

export interface PublicPage {
  readonly locale: Locale
  /** Names of the query parameters that change the page. */
  readonly query: readonly string[]
  /** It shows what is left: no copy of it is sent that is older than two seconds. */
  readonly isLive?: boolean
  /**
   * The whole page as the address shows it to anybody, or null when it is not a plain one (a redirect, a refusal,
   * something that is still loading): then the router's own handler answers.
   *
   * @param address path and query
   * @param context holds the calls; nothing else about who asks comes in
   */
  render(address: URL, context: RouterContextProvider): Promise<string | null>
}

export interface PublicPages {
  /** The public page of a path; null when it is another's or only the router can tell. */
  find(pathname: string): PublicPage | null
}
