/** Dates that leave the programme: never with tickets, and nothing of them is sold to late payments. */
import { showStatus } from '#contract/enumerations.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { readDatesOfShows, type DateOfShow } from '#modules/catalogue/server/public-api.ts'
import {
  changeSaleRules,
  isInUse,
  readOffering,
  setWithdrawn,
} from '#modules/inventory/server/public-api.ts'
import type { Context } from '#platform/context.ts'

/** Whether a change of status takes something out of the programme. */
export function isHiding(before: number, after: number): boolean {
  if (after === showStatus.Active || after === before) return false
  return before === showStatus.Active || after === showStatus.Deleted
}

/** The day and time of a date at its venue, as a refusal names it. */
export function nameDate(startsAt: Date, timeZone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(startsAt.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')
}

type DateToWithdraw = Pick<DateOfShow, 'offeringId' | 'startsAt' | 'timeZone'>

/**
 * Takes dates out of the programme, in the transaction that changes their status. Refused while anything of one of them is
 * sold or held; the refusal names the first of these dates.
 */
export async function withdrawDates(
  context: Context,
  dates: readonly DateToWithdraw[],
): Promise<Result<null, 'DateHasTickets'>> {
  const used: DateToWithdraw[] = []
  // Sales are stopped by offering, like those of a package.
  for (const date of dates.toSorted((one, other) => one.offeringId - other.offeringId)) {
    const { offeringId } = date
    const sale = await readOffering(context, offeringId)
    if (await isInUse(context, offeringId)) used.push(date)
    else if (sale) await changeSaleRules(context, [{ ...sale, offeringId }])
  }
  const [first] = used.toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  if (first) return fail('DateHasTickets', { when: nameDate(first.startsAt, first.timeZone) })
  const offeringIds = dates.map(({ offeringId }) => offeringId)
  await setWithdrawn(context, offeringIds, true)
  return ok(null)
}

/** The dates of a show that is taken out of the programme, all or none. */
export async function withdrawShow(
  context: Context,
  showId: number,
): Promise<Result<null, 'DateHasTickets'>> {
  return withdrawDates(context, await readDatesOfShows(context, [showId]))
}

/** The dates of a show that is shown again, except those that are hidden by themselves. */
export async function readmitShow(context: Context, showId: number): Promise<void> {
  const dates = await readDatesOfShows(context, [showId])
  const shown = dates.filter(({ status }) => status === showStatus.Active)
  await setWithdrawn(
    context,
    shown.map(({ offeringId }) => offeringId),
    false,
  )
}
