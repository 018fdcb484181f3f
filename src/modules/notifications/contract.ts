import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant } from '#contract/fields.ts'
import { notificationKinds } from './kinds.ts'

const settings = z.object({
  kinds: z.array(
    z.object({
      kind: z.enum(notificationKinds),
      isAllowed: z.boolean(),
      /** When the customer last decided; null without a decision, which means no. */
      chosenAt: instant.nullable(),
    }),
  ),
  /** Key a browser subscribes with, base64url; null when Web Push is not configured. */
  publicKey: z.string().nullable(),
  /** Registered browsers and apps. */
  deviceCount: z.number().int(),
})
export type NotificationSettings = z.output<typeof settings>

export const notificationSettings = defineCall({
  id: 'own-notifications',
  area: 'own',
  method: 'GET',
  path: '/v2/notifications',
  summary: 'Which notifications the caller has allowed.',
  credential: 'customer',
  reply: settings,
})

export const chooseNotification = defineCall({
  id: 'own-notification-choice',
  area: 'own',
  method: 'PUT',
  path: '/v2/notifications/choice',
  summary: 'Allows or stops one kind of notification; every decision is kept with its time.',
  credential: 'customer',
  body: z.object({ kind: z.enum(notificationKinds), isAllowed: z.boolean() }),
  reply: settings,
})

const base64url = (most: number) => z.string().regex(new RegExp(`^[\\w-]{16,${most}}=*$`))
const endpoint = z.url().max(1_024)

export const subscribePush = defineCall({
  id: 'own-push-subscribe',
  area: 'own',
  method: 'PUT',
  path: '/v2/notifications/subscription',
  summary:
    'Keeps where a browser of the caller takes notifications, with the language of the call.',
  credential: 'customer',
  body: z.object({
    endpoint,
    keys: z.object({ p256dh: base64url(100), auth: base64url(40) }),
  }),
  reply: settings,
})

export const unsubscribePush = defineCall({
  id: 'own-push-unsubscribe',
  area: 'own',
  method: 'DELETE',
  path: '/v2/notifications/subscription',
  summary: 'Forgets a browser of the caller.',
  credential: 'customer',
  query: z.object({ endpoint }),
  reply: settings,
})

const saleAlert = z.object({ isAsked: z.boolean() })

export const readSaleAlert = defineCall({
  id: 'own-sale-alert',
  area: 'own',
  method: 'GET',
  path: '/v2/shows/{showId}/sale-alert',
  summary: 'Whether the caller is to be told when the sale of a show opens.',
  credential: 'customer',
  params: z.object({ showId: identifier }),
  reply: saleAlert,
})

export const saveSaleAlert = defineCall({
  id: 'own-sale-alert-save',
  area: 'own',
  method: 'PUT',
  path: '/v2/shows/{showId}/sale-alert',
  summary: 'Asks to be told when the sale of a show opens, or takes that back.',
  credential: 'customer',
  params: z.object({ showId: identifier }),
  body: z.object({ isAsked: z.boolean() }),
  reply: saleAlert,
  errors: ['NotFound'],
})
