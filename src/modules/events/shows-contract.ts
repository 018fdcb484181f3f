/** Shows, with what an access code and a queue token open. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { identifier, instant, moneyField, text } from '#contract/fields.ts'
import { kind, listItem } from '#modules/catalogue/contract.ts'
import { showDetail } from '#modules/catalogue/shapes.ts'
import { queueStates } from '#modules/queue/contract.ts'
import { ticketTypeView } from './contract.ts'

const showQuery = {
  category: kind.optional(),
  /** Opens a show that is private or not yet announced. */
  previewKey: text(200, 1).optional(),
  /** From `POST /v2/shows/queue`, where the show has a queue. */
  waitingRoomToken: text(2_000).optional(),
  /** Opens places reserved for its holders; may also be the key of a private show. */
  accessCode: text(100).optional(),
}

/**
 * What the code and the token of the request open; absent when neither was given. Both are valid: an invalid one is
 * refused. `events` are the next 50.
 */
export const showAdmission = z.object({
  showId: z.number().int(),
  /** Whether the given code currently opens something of this show. */
  isOpenedByCode: z.boolean(),
  waitingRoom: z.object({
    /** As in `GET /v2/shows/get`; `Open` without a queue. */
    state: z.enum(queueStates),
    admittedUntil: instant.nullable(),
  }),
  events: z.array(
    z.object({
      eventId: z.number().int(),
      /** Whether its sale is open, to everybody or to callers with the required code or token. */
      isOnSale: z.boolean(),
      /** What is still required before places can be chosen; when empty and `OnSale`, they can. */
      needs: z.array(z.enum(['AccessCode', 'WaitingRoomToken'])),
      canChoose: z.boolean(),
      /** Ticket types on public sale, and those that the code opens. */
      ticketTypes: z.array(ticketTypeView),
      /** Lowest and highest price, fees included; null when nothing is sold to the caller. */
      priceFrom: moneyField.nullable(),
      priceTo: moneyField.nullable(),
    }),
  ),
})
export type ShowAdmission = z.output<typeof showAdmission>

const admissionErrors = [
  'InvalidAccessCode',
  'UsedAccessCode',
  'QueueTokenInvalid',
  'QueueTokenNotFound',
  'QueueTokenAlreadyUsed',
] as const

export const showsGet = defineCall({
  id: 'shows-get',
  area: 'shows',
  method: 'GET',
  path: '/v2/Shows',
  summary: 'One show with its events to come, and what a code or a queue token opens of it',
  credential: 'api-key',
  query: z.object({ itemId: identifier, ...showQuery }),
  reply: showDetail.extend({ admission: showAdmission.optional() }),
  errors: ['NotFound', ...admissionErrors],
})

export const showsNew = defineCall({
  id: 'shows-new',
  area: 'shows',
  method: 'GET',
  path: '/v2/Shows/new',
  summary:
    'Shows announced last, newest first, 50 at most; only the one of `itemId` when given; a private one before them when its key is',
  credential: 'api-key',
  query: z.object({ itemId: identifier.optional(), ...showQuery }),
  /** `admission` is for `itemId`, else for the show of the code or token. */
  reply: z.object({ items: z.array(listItem), admission: showAdmission.optional() }),
  errors: admissionErrors,
})
