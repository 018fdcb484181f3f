import { fail, ok } from '#kernel/result.ts'
import type { Actor } from '#platform/context.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import { chooseEmails, chooseEmailsByKey, follow, listFollows, unfollow } from './follows.ts'

const customerOf = (actor: Actor) => (actor.kind === 'customer' ? actor.customerId : null)

export const followRoutes: readonly Implementation[] = [
  implement(calls.ownFollows, async (context) => {
    const customerId = customerOf(context.actor)
    if (customerId === null) return fail('Unauthenticated')
    return ok(await listFollows(context, customerId))
  }),
  implement(calls.followAdd, async (context, { params }) => {
    const customerId = customerOf(context.actor)
    if (customerId === null) return fail('Unauthenticated')
    const subject = { kind: params.subjectKind, id: params.subjectId }
    const followed = await follow(context, customerId, subject)
    return followed.ok ? ok({ isFollowed: true }) : followed
  }),
  implement(calls.followRemove, async (context, { params }) => {
    const customerId = customerOf(context.actor)
    if (customerId === null) return fail('Unauthenticated')
    await unfollow(context, customerId, { kind: params.subjectKind, id: params.subjectId })
    return ok({ isFollowed: false })
  }),
  implement(calls.followEmails, async (context, { body }) => {
    const customerId = customerOf(context.actor)
    if (customerId === null) return fail('Unauthenticated')
    await chooseEmails(context, customerId, body.hasEmails)
    return ok({ hasEmails: body.hasEmails })
  }),
  implement(calls.followEmailsByKey, async (context, { body }) => {
    const chosen = await chooseEmailsByKey(context, body.followKey, body.hasEmails)
    return chosen.ok ? ok({ hasEmails: body.hasEmails }) : chosen
  }),
]
