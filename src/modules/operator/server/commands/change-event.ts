import type { z } from 'zod'
import { showStatus } from '#contract/enumerations.ts'
import {
  changeEventStatus,
  changeShowSettings,
  readProgramme,
} from '#modules/catalogue/server/public-api.ts'
import { changeSaleRules, isInUse } from '#modules/inventory/server/public-api.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
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
    const isHidden = event.status === showStatus.Active && settings.status !== 'Active'
    if (isHidden && (await isInUse(inside, offeringId))) return fail('DateHasTickets')
    await changeEventStatus(inside, eventId, showStatus[settings.status])
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

/** Changes whether and where a show is listed, and logs the operator. */
export async function changeShow(
  context: Context,
  showId: number,
  settings: z.output<typeof changeOfficeShow.body>,
): Promise<Result<null, 'NotFound'>> {
  return inTransaction(context, async (inside) => {
    const status = showStatus[settings.status]
    const isThere = await changeShowSettings(inside, showId, { ...settings, status })
    if (!isThere) return fail('NotFound')
    await logOperatorAction(inside, {
      action: 'operator.change-show',
      subject: `show ${showId}`,
      detail: { ...settings },
    })
    return ok(null)
  })
}
