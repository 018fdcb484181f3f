/** Which public page an address opens, and its cache key. */
import { LRUCache } from 'lru-cache'
import type { PublicPage, PublicPages } from '#apps/web/public-page.ts'

export interface PublicAddress {
  readonly page: PublicPage
  /** Path and query as the page is rendered: without what no page reads (`utm_source`, `fbclid`, …). */
  readonly target: string
  /** False where the address contains a key: such a page is rendered for each request. */
  readonly isReservedForCode: boolean
}

/** Parameters that act as credentials. */
const keyNames = ['previewKey', 'accessCode', 'waitingRoomToken']

/** Longer addresses are answered and not cached: no page has them. */
const lengthMax = 500

/** Addresses that are read once and remembered. */
const rememberedMost = 5_000

/** Files and calls: no page answers them. */
const otherAddress = /^\/(?:v2|groot|integrations|assets|media)(?:\/|$)/

export class PublicAddresses {
  readonly #pages: PublicPages
  readonly #known = new LRUCache<string, PublicAddress | 'none'>({ max: rememberedMost })

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
    // What a navigation asks for is answered by the router with the whole query, and depends on the visitor.
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
    const target = (path.replace(/\/+$/, '') || '/') + query
    return { page, target, isReservedForCode: !isKeyed && target.length <= lengthMax }
  }
}
