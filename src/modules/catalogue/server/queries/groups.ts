/** Groups of shows: their members, and the groups of a show. A group has no dates of its own. */
import { showType } from '#contract/enumerations.ts'
import type { ListItem } from '../../contract.ts'
import { presentShowItem } from '../present.ts'
import type { ShowRecord } from '../records.ts'
import { isListed } from '../rules.ts'
import { byTime } from '../scopes.ts'
import { upcomingOf, type View } from './listing.ts'

/** Listed shows of a group in its order; of any other show none. */
export function membersOf({ catalogue }: View, show: ShowRecord): ShowRecord[] {
  if (show.type !== showType.GroupShow) return []
  return (catalogue.members.get(show.id) ?? []).flatMap((id) => {
    const member = catalogue.shows.get(id)
    return member && isListed(member) ? [member] : []
  })
}

/** Cards of the listed groups that contain this show. */
export function groupsOf(view: View, show: ShowRecord): ListItem[] {
  return listedGroups(view)
    .filter((group) => view.catalogue.members.get(group.id)?.includes(show.id))
    .flatMap((group) => groupItem(view, group))
}

/** Cards of the groups of a category with upcoming events, each representing all its dates. */
export function groupItems(view: View, categoryId: number, subCategoryId?: number): ListItem[] {
  return listedGroups(view)
    .filter(
      ({ category, subcategory }) =>
        category.id === categoryId &&
        (subCategoryId === undefined || subcategory.id === subCategoryId),
    )
    .flatMap((group) => groupItem(view, group))
}

function listedGroups({ catalogue }: View): ShowRecord[] {
  return [...catalogue.members.keys()].flatMap((id) => {
    const show = catalogue.shows.get(id)
    return show?.type === showType.GroupShow && isListed(show) ? [show] : []
  })
}

function groupItem(view: View, group: ShowRecord): ListItem[] {
  const events = membersOf(view, group)
    .flatMap((member) => upcomingOf(member, view))
    .toSorted(byTime)
  return events.length > 0 ? [presentShowItem(group, events, view.locale)] : []
}
