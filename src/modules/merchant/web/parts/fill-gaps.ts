/** Days and hours without sales, which the statistics leave out: a chart without them would hide the pauses. */

interface Keyed {
  readonly key: string
}

const dayMilliseconds = 86_400_000
/** With more columns than this they would be too thin, so only days with sales are shown. */
const daysMax = 120

/** Groups by day (`2026-11-21`), with an empty one for each missing day between the first and the last. */
export function fillDays<Group extends Keyed>(
  groups: readonly Group[],
  emptyOf: (key: string) => Group,
): readonly Group[] {
  const at = (key: string) => Date.parse(`${key}T00:00:00Z`)
  const [first, last] = [groups[0], groups.at(-1)]
  if (!first || !last) return groups
  const count = (at(last.key) - at(first.key)) / dayMilliseconds + 1
  if (count > daysMax) return groups
  const byKey = new Map(groups.map((group) => [group.key, group]))
  return Array.from({ length: count }, (_, index) => {
    const key = new Date(at(first.key) + index * dayMilliseconds).toISOString().slice(0, 10)
    return byKey.get(key) ?? emptyOf(key)
  })
}

/** Groups by hour of the day (`9`) in their order, with an empty one for each missing hour between them. */
export function fillHours<Group extends Keyed>(
  groups: readonly Group[],
  emptyOf: (key: string) => Group,
): readonly Group[] {
  const hours = groups.map(({ key }) => Number(key))
  if (hours.length === 0) return groups
  const [first, last] = [Math.min(...hours), Math.max(...hours)]
  const byHour = new Map(groups.map((group) => [Number(group.key), group]))
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const hour = first + index
    return byHour.get(hour) ?? emptyOf(String(hour))
  })
}
