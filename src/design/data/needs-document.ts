import { splitLocale } from '#kernel/locale.ts'

interface RouteList {
  /** First segments of addresses whose routes this document has not loaded; absent while pages are developed. */
  readonly elsewhere?: readonly string[]
}

/** Whether only a new document leads to an address of the shop: its routes are in a list that is not loaded here. */
export function needsDocument(address: string): boolean {
  const { __reactRouterManifest } = window as { __reactRouterManifest?: RouteList }
  const segment = /^\/([^/?#]*)/.exec(splitLocale(address).path)?.[1]
  return segment !== undefined && __reactRouterManifest?.elsewhere?.includes(segment) === true
}
