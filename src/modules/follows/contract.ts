import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, text } from '#contract/fields.ts'
import { followKinds } from './kinds.ts'

export type { FollowKind } from './kinds.ts'

const follow = z.object({
  subjectKind: z.enum(followKinds),
  subjectId: z.number().int(),
  name: z.string(),
  /** Slug of the page of the show (also for an event) or venue; null for people and for subjects that are no longer listed. */
  slug: z.string().nullable(),
  /** City of a venue, venue of an event; empty for others. */
  placeName: z.string(),
  /** Beginning of an event; null for others. */
  startsAt: instant.nullable(),
  /** IANA time zone of the event; null without `startsAt`. */
  timeZone: z.string().nullable(),
  followedAt: instant,
})
export type FollowView = z.output<typeof follow>

const watch = z.object({
  /** The watch source: `cinema`, `transport`. */
  source: z.string(),
  /** Identifies the watch within its source; used to remove it. */
  subjectKey: z.string(),
  subject: z.record(z.string(), z.union([z.string(), z.number()])),
  name: z.string(),
  /** A sentence that states when the caller is notified. */
  tells: z.string(),
  path: z.string(),
  followedAt: instant,
})
export type WatchView = z.output<typeof watch>

const alert = z.object({
  showId: z.number().int(),
  name: z.string(),
  slug: z.string(),
  askedAt: instant,
})
export type SaleAlertView = z.output<typeof alert>

export const ownFollows = defineCall({
  id: 'own-follows',
  area: 'own',
  method: 'GET',
  path: '/v2/follows',
  summary: 'What the caller follows, including sale alerts and watches; newest first',
  credential: 'customer',
  reply: z.object({
    follows: z.array(follow),
    saleAlerts: z.array(alert),
    /** Films, cinemas and connections between towns. */
    watches: z.array(watch),
    /** Whether the caller receives emails with news, at most one a day. */
    hasEmails: z.boolean(),
  }),
})

const subject = z.object({ subjectKind: z.enum(followKinds), subjectId: identifier })
const followed = z.object({ isFollowed: z.boolean() })

export const followAdd = defineCall({
  id: 'own-follow-add',
  area: 'own',
  method: 'PUT',
  path: '/v2/follows/{subjectKind}/{subjectId}',
  summary: 'Follows a show, a venue, a person or a sold-out date; idempotent',
  credential: 'customer',
  params: subject,
  reply: followed,
  errors: ['NotFound', 'TooManyFollows'],
})

export const followRemove = defineCall({
  id: 'own-follow-remove',
  area: 'own',
  method: 'DELETE',
  path: '/v2/follows/{subjectKind}/{subjectId}',
  summary: 'Stops following; idempotent',
  credential: 'customer',
  params: subject,
  reply: followed,
})

export const watchAdd = defineCall({
  id: 'own-watch-add',
  area: 'own',
  method: 'POST',
  path: '/v2/follows/watches',
  summary:
    'Watches for new films of a cinema (`{ cinemaId }`), or for seats between two towns on a day (`{ from, to, date }`), optionally with a maximum price (`priceMinor`); idempotent',
  credential: 'customer',
  required: ['body'],
  body: z.object({
    source: text(40, 1),
    subject: z
      .record(z.string().regex(/^[A-Za-z]{1,40}$/), z.union([text(100), z.number().int()]))
      .refine((given) => Object.keys(given).length <= 8),
  }),
  reply: z.object({ subjectKey: z.string() }),
  errors: ['NotFound', 'TooManyFollows'],
})

export const watchRemove = defineCall({
  id: 'own-watch-remove',
  area: 'own',
  method: 'DELETE',
  path: '/v2/follows/watches',
  summary: 'Removes a watch; idempotent',
  credential: 'customer',
  required: ['source', 'subjectKey'],
  query: z.object({ source: text(40, 1), subjectKey: text(200, 1) }),
  reply: z.object({ done: z.literal(true) }),
})

const emails = z.object({ hasEmails: z.boolean() })

export const followEmails = defineCall({
  id: 'own-follow-emails',
  area: 'own',
  method: 'PUT',
  path: '/v2/follows/emails',
  summary: 'Whether the caller gets emails about what they follow',
  credential: 'customer',
  body: z.object({ hasEmails: flag }),
  reply: emails,
})

/** Key of the unsubscribe link in an email about follows. */
const followKey = text(120, 1)

export const readFollowEmailsByKey = defineCall({
  id: 'own-follow-emails-by-key-read',
  area: 'own',
  method: 'GET',
  path: '/v2/follows/emails',
  summary: 'Whether the owner of such a link gets these emails; changes nothing',
  credential: 'none',
  required: ['followKey'],
  query: z.object({ followKey }),
  reply: emails,
  errors: ['NotFound'],
  limit: 'guess',
})

export const followEmailsByKey = defineCall({
  id: 'own-follow-emails-by-key',
  area: 'own',
  method: 'POST',
  path: '/v2/follows/emails',
  summary: 'The same without signing in, with the key from the link of such an email',
  credential: 'none',
  required: ['body'],
  body: z.object({ followKey, hasEmails: flag }),
  reply: emails,
  errors: ['NotFound'],
  limit: 'guess',
})
