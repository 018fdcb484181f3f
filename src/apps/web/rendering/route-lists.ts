import { ownRouteLists } from '../page-table.ts'

/** Address (or file) of the list with the routes of one area, in addition to the common list at `url`. */
export function routeListUrl(url: string, name: string): string {
  return url.replace(/\.js$/, `-${name}.js`)
}

/**
 * The lists of routes that a page loads, the common one first.
 *
 * @param url of the common list. In development it is not a built file, and contains all routes. @param routeIds
 * from the root to the page, e.g. `root`, `ka:operator`, `ka:/operator`
 */
export function routeListsOf(url: string, routeIds: readonly string[]): readonly string[] {
  const name = ownRouteLists.find((one) =>
    routeIds.some((id) => /^\w+:(.*)$/.exec(id)?.[1] === one),
  )
  if (name === undefined || !/\/manifest-[^/]+\.js$/.test(url)) return [url]
  return [url, routeListUrl(url, name)]
}
