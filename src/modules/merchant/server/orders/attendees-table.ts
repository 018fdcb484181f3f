import type { Locale } from '#kernel/locale.ts'
import { ok, type Result } from '#kernel/result.ts'
import {
  findOwnItem,
  passengersOf,
  unitKey,
  type EntranceItem,
  type EntrancePorts,
} from '#modules/entrance/server/public-api.ts'
import { answersOfItem, type ItemAnswers, type Order } from '#modules/orders/server/public-api.ts'
import type { Context, StaffActor } from '#platform/context.ts'
import { sheetOf, type Sheet } from '#platform/tables/cells.ts'
import { labelsOf, type Column } from '#platform/tables/column.ts'
import en from '../../messages/en.json' with { type: 'json' }
import ka from '../../messages/ka.json' with { type: 'json' }
import { readBuyers, readRows, typeOf, type AttendeeRow, type OwnItem } from './attendees.ts'

const attendeesMax = 100_000
const label = labelsOf(ka, en)

interface Attendee extends AttendeeRow {
  readonly buyer: Order['buyer'] | undefined
  readonly orderNumber: string
  readonly passenger: string | undefined
}

/**
 * Holders of valid tickets for an item of the caller's organiser, as a table. Every row stands for itself, so that it can be
 * sorted and filtered: what was answered once for an order is repeated, like its buyer.
 */
export async function sheetOfAttendees(
  context: Context,
  ports: EntrancePorts,
  { actor, of }: { readonly actor: StaffActor; readonly of: OwnItem },
): Promise<Result<Sheet, 'NotFound'>> {
  const item = await findOwnItem(context, ports, actor, of)
  if (!item.ok) return item
  const rows = await readRows(context, of, { orderIds: null, most: attendeesMax })
  const orders = await readBuyers(context, rows)
  const names = await passengersOf(context, rows)
  const answers = await answersOfItem(context, ports.tickets.orders.sources, of, rows)
  const attendees = rows.map((row): Attendee => {
    const order = orders.get(row.orderId)
    return {
      ...row,
      buyer: order?.buyer,
      orderNumber: order?.orderNumber ?? '',
      passenger: names.get(unitKey(row))?.name,
    }
  })
  const { locale } = context
  const name = { ka: String(of.itemId), en: String(of.itemId) }
  return ok(
    sheetOf(locale, { name, columns: columnsOf(item.value, answers, locale), rows: attendees }),
  )
}

/** Items with stops have those of their passengers as well. */
function columnsOf(
  item: EntranceItem,
  answers: ItemAnswers,
  locale: Locale,
): readonly Column<Attendee>[] {
  const { stops, timeZone } = item
  const text = (
    key: string,
    name: Parameters<typeof label>[0],
    of: (row: Attendee) => string | null | undefined,
  ): Column<Attendee> => ({ kind: 'text', key, label: label(name), of })
  const all: readonly Column<Attendee>[] = [
    text('orderNumber', 'fileOrder', ({ orderNumber }) => orderNumber),
    text('buyerName', 'fileName', ({ buyer }) => buyer?.name),
    text('buyerEmail', 'fileEmail', ({ buyer }) => buyer?.email),
    text('buyerPhone', 'filePhone', ({ buyer }) => buyer?.phone),
    text('ticketIdentifier', 'fileTicket', ({ identifier }) => identifier),
    text('ticketType', 'fileType', (row) => typeOf(item, row)[locale]),
    text('section', 'fileSection', ({ section }) => section?.[locale]),
    text('row', 'fileRow', ({ row }) => row),
    text('seat', 'fileSeat', ({ seat }) => seat),
    {
      kind: 'moment',
      key: 'usedAt',
      label: label('fileAdmitted'),
      zone: 'each',
      precision: 'second',
      of: ({ usedAt }) => usedAt && { at: usedAt, timeZone },
    },
    {
      kind: 'number',
      key: 'useCount',
      label: label('fileUses'),
      of: ({ useCount, usedAt }) => (useCount > 0 ? useCount : usedAt ? 1 : 0),
    },
  ]
  const questions = answers.fields.map(({ key, label: question }): Column<Attendee> => ({
    kind: 'text',
    key,
    label: question,
    of: (row) => answers.of(row).find((answer) => answer.key === key)?.value[locale],
  }))
  if (stops.length === 0) return [...all, ...questions]
  return [
    ...all,
    text('passenger', 'filePassenger', ({ passenger }) => passenger),
    text('from', 'fileFrom', ({ legFrom }) => stops[legFrom]?.name[locale]),
    text('to', 'fileTo', ({ legTo }) => stops[legTo]?.name[locale]),
    ...questions,
  ]
}
