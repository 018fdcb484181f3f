/** Notifies passengers of their seats in another vehicle, by push notification and email. */
import { orderStatus } from '#contract/enumerations.ts'
import { formatDate, formatTime } from '#kernel/format.ts'
import { formatText } from '#kernel/texts.ts'
import { notifyCustomers } from '#modules/notifications/server/public-api.ts'
import { findOrders, type Order } from '#modules/orders/server/public-api.ts'
import {
  listHoldersOfLines,
  listLetterHolders,
  sendToEach,
  type LinkPorts,
} from '#modules/tickets/server/public-api.ts'
import { readRuns } from '#modules/timetable/server/public-api.ts'
import type { Context } from '#platform/context.ts'
import { defineMessageJob, enqueue, type JobRun } from '#platform/jobs/jobs.ts'
import { shortLetter } from '#platform/mail/letter.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import en from '../../messages/vehicle-emails-en.json' with { type: 'json' }
import ka from '../../messages/vehicle-emails-ka.json' with { type: 'json' }
import { descriptionOf } from '../describe.ts'
import { transportName } from '../names.ts'
import { stretchOf } from '../stretch.ts'
import type { VehicleChange } from './vehicle-change.ts'
import { movedSeats, type MovedSeat } from './present-change.ts'

interface ChangedOrder {
  readonly orderId: number
  readonly runId: number
  /** Its seats at the time of the change. */
  readonly lineIds: readonly number[]
  /** A seat is of a lower class than before; absent in older jobs, which may say so. */
  readonly hasLowerClass?: boolean
}

export const vehicleChangedJob = defineMessageJob<ChangedOrder>('vehicle-changed-letter')

const texts = { ka, en }
/** Also when all tickets of the order have passed to others. */
const notifiedStatuses: readonly number[] = [
  orderStatus.Processed,
  orderStatus.WaitingForTicket,
  orderStatus.Transferred,
]
const stretchKey = ({ stretch: { legFrom, legTo } }: MovedSeat) => `${legFrom}-${legTo}`

/** Enqueues the notifications in the transaction of the change; holders whose seat has not changed get none. */
export async function notifyOfVehicle(context: Context, change: VehicleChange): Promise<void> {
  const { run } = change
  const at = context.clock.now().toISOString()
  const sold = movedSeats(context, change).filter(
    ({ stretch, isMoved, isLower }) => stretch.isSold && (isMoved || isLower),
  )
  for (const [legs, seats] of Map.groupBy(sold, stretchKey))
    for (const isLost of [false, true]) {
      const own = seats.filter(({ to }) => (to === null) === isLost)
      const [first] = own
      const stretch = first && stretchOf(run, first.stretch.legFrom, first.stretch.legTo)
      if (!stretch) continue
      const { name, startsAt, timeZone } = descriptionOf(stretch)
      const lineIds = own.flatMap(({ stretch: { line } }) => line?.lineId ?? [])
      await notifyCustomers(context, {
        key: `vehicle ${run.runId} ${legs} ${isLost ? 'lost' : 'moved'} ${at}`,
        kind: 'event-moved',
        subject: {
          item: { name, startsAt: startsAt.toISOString(), timeZone },
          seats: isLost ? 'lost' : 'moved',
        },
        customerIds: await listHoldersOfLines(context, lineIds),
      })
    }
  const changed = new Set(sold.flatMap(({ stretch: { line } }) => line?.orderId ?? []))
  const lines = change.situation.stretches.flatMap(({ isSold, line }) =>
    isSold && line && changed.has(line.orderId) ? [line] : [],
  )
  const lowered = new Set(
    sold.flatMap(({ isLower, stretch }) => (isLower && stretch.line ? [stretch.line.orderId] : [])),
  )
  for (const [orderId, own] of Map.groupBy(lines, (line) => line.orderId))
    await enqueue(
      context,
      vehicleChangedJob,
      {
        orderId,
        runId: run.runId,
        lineIds: own.map(({ lineId }) => lineId),
        hasLowerClass: lowered.has(orderId),
      },
      { singletonKey: `${run.runId} ${orderId} ${at}` },
    )
}

/** Job handler. Contains the seats at the time of sending. */
export async function writeVehicleChanged(
  context: Context,
  mailer: Mailer,
  { orderId, runId, lineIds, hasLowerClass = true }: ChangedOrder,
  { id, ...links }: Pick<JobRun, 'id'> & LinkPorts,
): Promise<void> {
  const [order] = await findOrders(context, [orderId])
  const [run] = await readRuns(context, [runId])
  if (!order || !run || !notifiedStatuses.includes(order.status)) return
  const changed = order.lines.filter(({ id: lineId }) => lineIds.includes(lineId))
  const item = { source: transportName, itemId: runId }
  const holders = await listLetterHolders(context, links, order, item)
  await sendToEach(holders, async (holder) => {
    const lines = changed.filter(({ id: lineId }) => holder.lineIds.has(lineId))
    const [first] = lines
    const stretch = first && stretchOf(run, first.legFrom ?? 0, first.legTo ?? 1)
    if (!stretch) return
    const { locale, to, url, mark } = holder
    const text = texts[locale]
    const format = (sentence: string, values: Record<string, string>) =>
      formatText(locale, sentence, values)
    const { name, startsAt, timeZone, carrier } = descriptionOf(stretch)
    const values = { journey: name[locale], carrier: carrier?.[locale] ?? '' }
    const day = formatDate(locale, startsAt, { timeZone, year: true, weekday: true })
    const isLost = lines.some(({ detail }) => detail.seat === undefined)
    await mailer.send(
      {
        to,
        ...shortLetter({
          locale,
          origin: context.origin,
          subject: format(text.subject, values),
          paragraphs: [format(text.body, values)],
          event: {
            name: name[locale],
            when: `${day} · ${formatTime(startsAt, timeZone)}`,
            where: values.carrier,
            seats: lines.map((line) => seatLine(line, locale)),
          },
          after: [
            ...(isLost ? [text.withoutSeat, text.codesOfSeated] : [text.codes]),
            ...(hasLowerClass ? [text.lowerClass] : []),
          ],
          button: {
            text: text.toOrder,
            url,
          },
        }),
      },
      `vehicle-changed-${id}${mark}`,
    )
  })
}

function seatLine(
  { description, detail }: Order['lines'][number],
  locale: Order['locale'],
): string {
  const text = texts[locale]
  const type = description[locale]
  if (detail.seat === undefined) return formatText(locale, text.noSeatLine, { type })
  const { seat, section } = detail
  return section
    ? formatText(locale, text.coachLine, { type, coach: section[locale], seat })
    : formatText(locale, text.seatLine, { type, seat })
}
