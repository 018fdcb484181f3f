import { ok } from '#kernel/result.ts'
import { requireCustomer } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import {
  setEmailPreference,
  readEmailPreferenceByKey,
  setEmailPreferenceByKey,
  follow,
  listFollows,
  unfollow,
} from './follows.ts'
import type { WatchSource } from './watch-source.ts'
import { addWatch, listWatches, removeWatch } from './watches.ts'

export const followRoutes = (sources: readonly WatchSource[]): readonly Implementation[] => [
  implement(calls.ownFollows, requireCustomer, async (context) => {
    const { customerId } = context.actor
    return ok({
      ...(await listFollows(context, customerId)),
      watches: await listWatches(context, sources, customerId),
    })
  }),
  implement(calls.followAdd, requireCustomer, async (context, { params }) => {
    const { customerId } = context.actor
    const subject = { kind: params.subjectKind, id: params.subjectId }
    const followed = await follow(context, customerId, subject)
    return followed.ok ? ok({ isFollowed: true }) : followed
  }),
  implement(calls.followRemove, requireCustomer, async (context, { params }) => {
    const { customerId } = context.actor
    await unfollow(context, customerId, { kind: params.subjectKind, id: params.subjectId })
    return ok({ isFollowed: false })
  }),
  implement(calls.watchAdd, requireCustomer, async (context, { body }) => {
    const added = await addWatch(context, sources, context.actor.customerId, body)
    return added.ok ? ok({ subjectKey: added.value }) : added
  }),
  implement(calls.watchRemove, requireCustomer, async (context, { query }) => {
    await removeWatch(context, sources, context.actor.customerId, query)
    return ok({ done: true as const })
  }),
  implement(calls.followEmails, requireCustomer, async (context, { body }) => {
    const { customerId } = context.actor
    await setEmailPreference(context, customerId, body.hasEmails)
    return ok({ hasEmails: body.hasEmails })
  }),
  implement(calls.readFollowEmailsByKey, async (context, { query }) => {
    const found = await readEmailPreferenceByKey(context, query.followKey)
    return found.ok ? ok({ hasEmails: found.value }) : found
  }),
  implement(calls.followEmailsByKey, async (context, { body }) => {
    const chosen = await setEmailPreferenceByKey(context, body.followKey, body.hasEmails)
    return chosen.ok ? ok({ hasEmails: body.hasEmails }) : chosen
  }),
]
