import { splitLocale } from '#kernel/locale.ts'

interface RouteList {
  /** First path segments of areas whose routes this document has not loaded; absent in development. */
  readonly elsewhere?: readonly string[]
}

/** Whether a shop address requires a document load, because its routes are in a list that is not loaded here. */
export function needsDocument(address: string): boolean {
  const { __reactRouterManifest } = window as { __reactRouterManifest?: RouteList }
  const segment = /^\/([^/?#]*)/.exec(splitLocale(address).path)?.[1]
  return segment !== undefined && __reactRouterManifest?.elsewhere?.includes(segment) === true
}
