import { describe, expect, it } from 'vitest'
import { merchantGroups, merchantNav } from '../merchant/nav.ts'
import { groupsOf } from '../office/nav.tsx'
import { operatorGroups, operatorNav } from '../operator/nav.ts'

interface Entry {
  readonly path: string
  readonly group?: string | null
}

const navigations: readonly (readonly [string, readonly Entry[], readonly string[]])[] = [
  ['organisers', merchantNav, merchantGroups],
  ['operators', operatorNav, operatorGroups],
]

const grouped = (entries: readonly Entry[], groups: readonly string[]) =>
  groupsOf(entries, groups, {
    groupOf: ({ group = 'organisation' }) => group,
    textOf: ({ path }) => path,
    titleOf: (group) => group,
  })

/** Goal: every page of a back office is in its navigation. Method: compares displayed and listed entries. */
describe.each(navigations)('the navigation of %s', (_, entries, groups) => {
  const shown = grouped(entries, groups)

  it('shows each entry once, the first page without a heading', () => {
    const paths = shown.flatMap((group) => group.entries.map(({ path }) => path))
    expect(paths.toSorted()).toEqual(entries.map(({ path }) => path).toSorted())
    expect(new Set(paths).size).toBe(paths.length)
    expect(shown[0]).toMatchObject({ entries: [{ path: entries[0]?.path }] })
    expect(shown[0]?.title).toBeUndefined()
  })

  it('shows every heading that has entries', () => {
    expect(shown.slice(1).map(({ title }) => title)).toEqual(groups)
    expect(grouped(entries.slice(0, 1), groups)).toHaveLength(1)
  })
})
