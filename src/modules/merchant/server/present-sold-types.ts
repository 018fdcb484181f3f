import type { EntrancePorts } from '#modules/entrance/server/public-api.ts'
import { itemNote } from '#modules/orders/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import type { LocalMoment } from '#platform/tables/column.ts'
import type { FiguresView } from '../contract.ts'
import { nameOfSource, presentFigures } from './present.ts'
import { describeSold, readTypeNames } from './queries/names.ts'
import type { SoldType } from './queries/statistics.ts'
import { readSectionNames } from './queries/zones.ts'

/** A ticket type of one item and one section, with what tells it apart from those of the same name. */
export interface SoldTypeView extends FiguresView {
  /** The show, the route, the film. */
  readonly item: string
  readonly startsAt: LocalMoment | null
  /** The hall, the venue, the vehicle. */
  readonly place: string
  readonly section: string
  readonly ticketType: string
}

export async function presentSoldTypes(
  context: Context,
  ports: EntrancePorts,
  { merchantId, sold }: { readonly merchantId: number; readonly sold: readonly SoldType[] },
): Promise<SoldTypeView[]> {
  const { locale } = context
  const items = new Map(sold.map((one) => [`${one.source} ${one.itemId}`, one]))
  const describe = await describeSold(context, ports, [...items.values()])
  const typeName = await readTypeNames(context, ports, { merchantId, types: sold })
  const sectionName = await readSectionNames(context, sold)
  return sold.map((one) => {
    const about = describe(one)
    const { source, itemId, ticketTypeId } = one
    return {
      ...presentFigures(one),
      item: about?.name[locale] ?? `${nameOfSource(source, locale)} ${itemId}`,
      startsAt:
        about && about.kind !== 'pass' ? { at: about.startsAt, timeZone: about.timeZone } : null,
      place: about ? itemNote(about)[locale] : '',
      section: sectionName(one),
      ticketType: typeName(one) ?? `${nameOfSource(source, locale)} ${ticketTypeId}`,
    }
  })
}
