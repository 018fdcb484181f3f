import { fail, ok } from '#kernel/result.ts'
import type { Actor } from '#platform/context.ts'
import { requireCustomer } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import type { NotificationPorts } from './ports.ts'
import { isAlertAsked, saveAlert } from './sale-alerts.ts'
import { readSettings, saveChoice, saveSubscription } from './settings.ts'

const customerOf = (actor: Actor) => (actor.kind === 'customer' ? actor.customerId : null)

export function notificationRoutes(ports: NotificationPorts): readonly Implementation[] {
  return [
    implement(calls.notificationSettings, requireCustomer, async (context) => {
      const customerId = customerOf(context.actor)
      if (customerId === null) return fail('Unauthenticated')
      return ok(await readSettings(context, ports, customerId))
    }),
    implement(calls.chooseNotification, requireCustomer, async (context, { body }) => {
      const customerId = customerOf(context.actor)
      if (customerId === null) return fail('Unauthenticated')
      await saveChoice(context, customerId, body)
      return ok(await readSettings(context, ports, customerId))
    }),
    implement(calls.subscribePush, requireCustomer, async (context, { body }) => {
      const customerId = customerOf(context.actor)
      if (customerId === null) return fail('Unauthenticated')
      const subscription = { endpoint: body.endpoint, ...body.keys }
      const saved = await saveSubscription(context, ports, customerId, subscription)
      return saved.ok ? ok(await readSettings(context, ports, customerId)) : saved
    }),
    implement(calls.unsubscribePush, requireCustomer, async (context, { query }) => {
      const customerId = customerOf(context.actor)
      if (customerId === null) return fail('Unauthenticated')
      await context.db
        .deleteFrom('push_subscription')
        .where('endpoint', '=', query.endpoint)
        .where('customer_id', '=', customerId)
        .execute()
      return ok(await readSettings(context, ports, customerId))
    }),
    implement(calls.readSaleAlert, requireCustomer, async (context, { params }) => {
      const customerId = customerOf(context.actor)
      if (customerId === null) return fail('Unauthenticated')
      return ok({ isAsked: await isAlertAsked(context, customerId, params.showId) })
    }),
    implement(calls.saveSaleAlert, requireCustomer, async (context, { params, body }) => {
      const customerId = customerOf(context.actor)
      if (customerId === null) return fail('Unauthenticated')
      const saved = await saveAlert(context, customerId, { ...params, ...body })
      return saved.ok ? ok({ isAsked: body.isAsked }) : saved
    }),
  ]
}
