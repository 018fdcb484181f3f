import { fail, ok, type Result } from '#kernel/result.ts'
import type { EntrancePorts } from '#modules/entrance/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import { requireStaff } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import * as calls from '../contract.ts'
import type { MailingView } from '../contract.ts'
import { parseUnsubscribeKey } from './addresses.ts'
import { cancelMailing, scheduleMailing, writeMailing } from './change.ts'
import type { DescribingPorts } from './items.ts'
import { mailingTestJob } from './jobs.ts'
import { readMerchantName } from './mailing-email.ts'
import { listDeliveryRows, listMailings, showMailing } from './queries.ts'
import { readMailing, type Mailing } from './store.ts'

/** Calls for organisers' mailings, and for unsubscribing from them. */
export function mailingRoutes(ports: EntrancePorts): readonly Implementation[] {
  const { orders } = ports.tickets
  return [
    implement(calls.listMailings, requireStaff, async (context) =>
      ok({ items: await listMailings(context, orders, context.actor.merchantId) }),
    ),
    implement(calls.readMailing, requireStaff, (context, { query }) =>
      show(context, orders, query.mailingId),
    ),
    implement(calls.saveMailing, requireStaff, async (context, { body }) => {
      const written = await writeMailing(context, ports, body)
      return written.ok ? show(context, orders, written.value) : written
    }),
    implement(calls.testMailing, requireStaff, async (context, { body }) => {
      const mailing = await own(context, context.actor, body.mailingId)
      if (!mailing.ok) return mailing
      return inTransaction(context, async (inside) => {
        const { staffId } = context.actor
        const { mailingId } = body
        await enqueue(inside, mailingTestJob, { mailingId, staffId, locale: context.locale })
        return ok({ sent: true as const })
      })
    }),
    implement(calls.scheduleMailing, requireStaff, async (context, { body }) => {
      const scheduled = await scheduleMailing(context, ports, body)
      return scheduled.ok ? show(context, orders, body.mailingId) : scheduled
    }),
    implement(calls.cancelMailing, requireStaff, async (context, { body }) => {
      const cancelled = await cancelMailing(context, body.mailingId)
      return cancelled.ok ? show(context, orders, body.mailingId) : cancelled
    }),
    implement(calls.listDeliveries, requireStaff, async (context, { query }) => {
      const mailing = await own(context, context.actor, query.mailingId)
      return mailing.ok ? ok(await listDeliveryRows(context, query)) : mailing
    }),
    implement(calls.readMailingChoice, async (context, { query: { letterKey } }) => {
      const named = await parseUnsubscribeKey(context, letterKey)
      if (!named) return fail('NotFound')
      const { merchantId, addressHash } = named
      const refused = await context.db
        .selectFrom('mailing_refusal')
        .select('merchant_id')
        .where('merchant_id', '=', merchantId)
        .where('address_mark', '=', addressHash)
        .executeTakeFirst()
      const name = await readMerchantName(context, merchantId)
      return ok({ merchantName: name[context.locale], hasNews: refused === undefined })
    }),
    implement(calls.chooseMailings, async (context, { body: { letterKey, hasNews } }) => {
      const named = await parseUnsubscribeKey(context, letterKey)
      if (!named) return fail('NotFound')
      const { merchantId, addressHash } = named
      if (hasNews)
        await context.db
          .deleteFrom('mailing_refusal')
          .where('merchant_id', '=', merchantId)
          .where('address_mark', '=', addressHash)
          .execute()
      else
        await context.db
          .insertInto('mailing_refusal')
          .values({
            merchant_id: merchantId,
            address_mark: addressHash,
            refused_at: context.clock.now(),
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      const name = await readMerchantName(context, merchantId)
      return ok({ merchantName: name[context.locale], hasNews })
    }),
  ]
}

async function own(
  context: Context,
  { merchantId }: StaffActor,
  mailingId: number,
): Promise<Result<Mailing, 'NotFound'>> {
  const mailing = await readMailing(context, { mailingId, merchantId })
  return mailing ? ok(mailing) : fail('NotFound')
}

async function show(
  context: Context & { readonly actor: StaffActor },
  ports: DescribingPorts,
  mailingId: number,
): Promise<Result<MailingView, 'NotFound'>> {
  const mailing = await own(context, context.actor, mailingId)
  return mailing.ok ? ok(await showMailing(context, ports, mailing.value)) : mailing
}
