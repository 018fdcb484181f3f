import type { Credential } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, type Failure } from '#kernel/result.ts'
import type { Actor, StaffActor } from '#platform/context.ts'

export type CustomerActor = Extract<Actor, { readonly kind: 'customer' }>

/** Authorisation of a handler: checks the credential that its call declares and narrows the type of the caller. */
export interface Guard<Allowed extends Actor = Actor> {
  readonly credential: Credential
  /** Why this caller may not make the call; null when they may, and are then an `Allowed`. */
  readonly refusalOf: (actor: Actor) => Failure<ErrorCode> | null
  /** Never set: carries the type. */
  readonly allowed?: Allowed
}

/** Admits signed-in customers; others get `Unauthenticated`. */
export const requireCustomer: Guard<CustomerActor> = {
  credential: 'customer',
  refusalOf: ({ kind }) => (kind === 'customer' ? null : fail('Unauthenticated')),
}

/** Admits an organiser's signed-in staff; others get `Unauthenticated`. Their role decides what they may see. */
export const requireStaff: Guard<StaffActor> = {
  credential: 'merchant',
  refusalOf: ({ kind }) => (kind === 'staff' ? null : fail('Unauthenticated')),
}

/** Admits customers who run this installation; other customers get `Forbidden`, all others `Unauthenticated`. */
export const requireOperator: Guard<CustomerActor> = {
  credential: 'operator',
  refusalOf: (actor) => {
    if (actor.kind !== 'customer') return fail('Unauthenticated')
    return actor.isOperator === true ? null : fail('Forbidden')
  },
}

/** Guards by the credential that they check; a call with one of these must be implemented with its guard. */
export const guards: Partial<Readonly<Record<Credential, Guard>>> = {
  customer: requireCustomer,
  merchant: requireStaff,
  operator: requireOperator,
}
