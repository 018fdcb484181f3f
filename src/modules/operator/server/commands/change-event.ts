import type { z } from 'zod'
import { showAccess, showStatus, showType } from '#contract/enumerations.ts'
import {
  changeEventStatus,
  changeShowSettings,
  readDatesOfShows,
  readProgramme,
} from '#modules/catalogue/server/public-api.ts'
import { changeSaleRules, setWithdrawn } from '#modules/inventory/server/public-api.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { isHiding, readmitShow, withdrawDates, withdrawShow } from './withdraw-dates.ts'
import type { changeOfficeEvent, changeOfficeShow } from '../../contract.ts'

/** Changes how a date is sold from now on, and logs the operator. */
export async function changeEvent(
  context: Context,
  eventId: number,
  settings: z.output<typeof changeOfficeEvent.body>,
): Promise<Result<null, 'NotFound' | 'BadRequest' | 'DateCancelled' | 'DateHasTickets'>> {
  const salesOpenAt = settings.salesOpenAt === undefined ? null : new Date(settings.salesOpenAt)
  const salesCloseAt = settings.salesCloseAt === undefined ? null : new Date(settings.salesCloseAt)
  if (salesOpenAt && salesCloseAt && salesOpenAt >= salesCloseAt)
    return fail('BadRequest', {
      fields: [{ path: 'body.salesCloseAt', message: 'Sales close before they open' }],
    })
  return inTransaction(context, async (inside) => {
    const wanted = { showIds: [], showSlugs: [], eventIds: [eventId], isLocked: true }
    const [event] = (await readProgramme(inside, wanted)).events
    if (!event) return fail('NotFound')
    if (event.isCancelled) return fail('DateCancelled')
    const { offeringId } = event
    const status = showStatus[settings.status]
    const [date] = (await readDatesOfShows(inside, [event.showId])).filter(
      (one) => one.eventId === eventId,
    )
    if (date && isHiding(event.status, status)) {
      const withdrawn = await withdrawDates(inside, [date])
      if (!withdrawn.ok) return withdrawn
    }
    if (status === showStatus.Active) await setWithdrawn(inside, [offeringId], false)
    await changeEventStatus(inside, eventId, status)
    const { isOnSale, placesPerOrderMax } = settings
    const rules = { isOnSale, placesPerOrderMax, salesOpenAt, salesCloseAt }
    await changeSaleRules(inside, [{ offeringId, ...rules }])
    await logOperatorAction(inside, {
      action: 'operator.change-event',
      subject: `event ${eventId}`,
      detail: { ...settings },
    })
    return ok(null)
  })
}

/** Changes whether, where and to whom a show is listed, and its type, and logs the operator. */
export async function changeShow(
  context: Context,
  showId: number,
  { type, access, ...settings }: z.output<typeof changeOfficeShow.body>,
): Promise<Result<{ readonly previewKey: string | null }, 'NotFound' | 'DateHasTickets'>> {
  return inTransaction(context, async (inside) => {
    const status = showStatus[settings.status]
    const wanted = { showIds: [showId], showSlugs: [], eventIds: [], isLocked: true }
    const [show] = (await readProgramme(inside, wanted)).shows
    if (!show) return fail('NotFound')
    if (isHiding(show.status, status)) {
      const withdrawn = await withdrawShow(inside, showId)
      if (!withdrawn.ok) return withdrawn
    }
    if (status === showStatus.Active) await readmitShow(inside, showId)
    const changed = await changeShowSettings(inside, showId, {
      ...settings,
      status,
      type: type && showType[type],
      access: access && showAccess[access],
      newKey: Buffer.from(inside.random.bytes(18)).toString('base64url'),
    })
    if (!changed) return fail('NotFound')
    await logOperatorAction(inside, {
      action: 'operator.change-show',
      subject: `show ${showId}`,
      detail: { type, access, ...settings },
    })
    return ok(changed)
  })
}
