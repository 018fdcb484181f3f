/** Which public page an address opens, and its cache key. */
import { LRUCache } from 'lru-cache'
import type { PublicPage, PublicPages } from '#apps/web/public-page.ts'
import { splitLocale } from '#kernel/locale.ts'
import { isPrivatePage, plainPath } from './security-headers.ts'

export interface PublicAddress {
  readonly page: PublicPage
  /** Path and query as rendered, without parameters that no page reads (`utm_source`, `fbclid`, …). */
  readonly target: string
  /** False when the address contains a credential: such a page is rendered for each request. */
  readonly isReservedForCode: boolean
}

/** Parameters that act as credentials. */
const keyNames = ['previewKey', 'accessCode', 'waitingRoomToken']

/** Longer addresses are answered but not cached: no page has them. */
const lengthMax = 500

/** Number of parsed addresses in the cache. */
const rememberedMax = 5_000

/** Addresses of files and calls, which no page answers. */
const otherAddress = /^\/(?:v2|groot|integrations|assets|media)(?:\/|$)/

export class PublicAddresses {
  readonly #pages: PublicPages
  readonly #known = new LRUCache<string, PublicAddress | 'none'>({ max: rememberedMax })

  constructor(pages: PublicPages) {
    this.#pages = pages
  }

  /** Null for anything but a public page: a call, a file, a personal page. */
  read(url: string): PublicAddress | null {
    if (otherAddress.test(url)) return null
    let known = this.#known.get(url)
    if (known === undefined) {
      known = this.#readAnew(url) ?? 'none'
      if (url.length <= lengthMax) this.#known.set(url, known)
    }
    return known === 'none' ? null : known
  }

  #readAnew(url: string): PublicAddress | null {
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    // What the router would open elsewhere (dot segments, backslashes) is never a page for everybody.
    if (!path.startsWith('/') || new URL(`http://localhost${path}`).pathname !== path) return null
    if (isPrivatePage(splitLocale(plainPath(path)).path)) return null
    // Data requests of the client router depend on the full query and the visitor.
    if (path.endsWith('.data')) return null
    const page = this.#pages.find(path)
    if (page === null) return null
    const given = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1))
    const isKeyed = keyNames.some((name) => given.has(name))
    const read = new URLSearchParams()
    for (const name of isKeyed ? [...page.query, ...keyNames] : page.query) {
      const value = given.get(name)
      if (value) read.set(name, value)
    }
    const query = read.size > 0 ? `?${read}` : ''
    const target = (path.replace(/(?<!\/)\/+$/, '') || '/') + query
    return { page, target, isReservedForCode: !isKeyed && target.length <= lengthMax }
  }
}
