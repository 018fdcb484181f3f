import { fileURLToPath } from 'node:url'
import browserslist from 'browserslist'

/**
 * The browsers that the pages are made for. The ranges are stated once, as `browserslist` of `package.json`: `shop` for
 * buying, tickets and the door, `offices` for the back offices of organisers and operators. The build and the check of
 * the built files (`tools/compatibility`) take them from here.
 */
export type RangeName = 'shop' | 'offices'

/** Engines by their names in the compatibility data. */
const families = ['chrome', 'edge', 'firefox', 'safari', 'safari_ios'] as const
export type Family = (typeof families)[number]

/** The oldest version of each engine that must work. */
export type OldestVersions = Readonly<Record<Family, string>>

const root = fileURLToPath(new URL('..', import.meta.url))

/** Names of the engines in queries and for the build. */
const namesOf: Readonly<Record<Family, { readonly listed: string; readonly built: string }>> = {
  chrome: { listed: 'chrome', built: 'chrome' },
  edge: { listed: 'edge', built: 'edge' },
  firefox: { listed: 'firefox', built: 'firefox' },
  safari: { listed: 'safari', built: 'safari' },
  safari_ios: { listed: 'ios_saf', built: 'ios' },
}

export function oldestVersions(range: RangeName): OldestVersions {
  const listed = browserslist(undefined, { path: root, env: range })
  const entries = families.map((family) => {
    const own = listed
      .filter((line) => line.startsWith(`${namesOf[family].listed} `))
      // Versions that came together are one entry, such as `16.6-16.7`.
      .map((line) => line.split(' ')[1]?.split('-', 1)[0] ?? '')
      .filter((version) => /^\d/.test(version))
      .toSorted((left, right) => left.localeCompare(right, 'en', { numeric: true }))
    if (own[0] === undefined) throw new Error(`The range ${range} names no version of ${family}`)
    return [family, own[0]] as const
  })
  return Object.fromEntries(entries) as Record<Family, string>
}

/** One build serves both ranges, so it is made for the wider one. */
export function buildTarget(): string[] {
  const oldest = oldestVersions('shop')
  return families.map((family) => `${namesOf[family].built}${oldest[family]}`)
}
