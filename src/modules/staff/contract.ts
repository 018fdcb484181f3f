/**
 * Who works for an organiser: signing in, and what they may see. Their bearer is of a separate kind; a customer's is
 * not accepted here. Data of other organisers is reported as not found.
 */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { staffRoles } from '#contract/enumerations.ts'
import { flag, identifier, instant, isoDate } from '#contract/fields.ts'

export const staffProfileView = z.object({
  staffId: z.string(),
  email: z.string(),
  fullName: z.string(),
  role: z.enum(staffRoles),
  merchant: z.object({ merchantId: z.number().int(), name: z.string() }),
  /** What the role permits, as calls name it (`staffPermission`). */
  permissions: z.array(z.string()),
  /** What the organiser runs that has pages of its own here, by the names of its sources: `cinema`. */
  sells: z.array(z.string()),
})
export type StaffProfileView = z.output<typeof staffProfileView>

export const openedStaffSession = z.object({
  /** The bearer, said once; browsers also get it as the `StaffToken` cookie. */
  accessToken: z.string(),
  expiresAt: instant,
  profile: staffProfileView,
})

/**
 * For somebody with a passkey the password is the first step only: `PasskeyRequired` tells the challenge for
 * `own-staff-passkey-sign-in` in its detail (`challengeId`, `options`).
 */
export const merchantToken = defineCall({
  id: 'merchant-token',
  area: 'merchant',
  method: 'POST',
  path: '/v2/merchantusers/token',
  summary: 'Signs somebody of an organiser’s staff in',
  credential: 'none',
  isForm: true,
  required: ['body'],
  body: z.object({
    email: z.string().trim().min(3).max(254),
    password: z.string().min(1).max(200),
  }),
  reply: openedStaffSession,
  errors: ['LoginFailed', 'PasskeyRequired'],
  limit: 'guess',
})

export const merchantProfile = defineCall({
  id: 'merchant-profile',
  area: 'merchant',
  method: 'GET',
  path: '/v2/merchantusers/profile',
  summary: 'Who is signed in, and for which organiser',
  credential: 'merchant',
  staffPermission: 'self',
  required: [],
  reply: staffProfileView,
})

export const merchantPassword = defineCall({
  id: 'merchant-password',
  area: 'merchant',
  method: 'POST',
  path: '/v2/merchantusers/password',
  summary: 'A new password; every other session of theirs ends',
  credential: 'merchant',
  staffPermission: 'self',
  required: ['body'],
  body: z.object({
    oldPassword: z.string().min(1).max(200),
    password: z.string().min(8).max(200),
    confirmPassword: z.string().min(8).max(200),
  }),
  reply: z.object({ done: z.literal(true) }),
  errors: ['PasswordWrong', 'PasswordTooCommon'],
  limit: 'guess',
})

export const ownStaffLogout = defineCall({
  id: 'own-staff-logout',
  area: 'own',
  method: 'POST',
  path: '/v2/merchantusers/logout',
  summary: 'Ends the staff session that makes the call',
  credential: 'merchant',
  staffPermission: 'self',
  required: [],
  reply: z.object({ signedOut: z.literal(true) }),
})

/** A show with those of its events that were asked for, the soonest first. */
export const accessibleItemView = z.object({
  itemId: z.number().int(),
  itemType: z.literal('Show'),
  name: z.string(),
  imageUrl: z.string().nullable(),
  events: z.array(
    z.object({
      eventId: z.number().int(),
      startsAt: instant,
      doorsAt: instant.nullable(),
      timeZone: z.string(),
      venue: z.string(),
      city: z.string(),
      /** It is over. */
      isArchive: z.boolean(),
    }),
  ),
})
export type AccessibleItemView = z.output<typeof accessibleItemView>

export const merchantAccessibleItems = defineCall({
  id: 'merchant-accessible-items',
  area: 'merchant',
  method: 'GET',
  path: '/v2/merchantusers/accessibleitems',
  summary: 'Shows of the organiser that the caller may see, with their events',
  credential: 'merchant',
  staffPermission: 'door',
  required: [],
  query: z.object({
    /** Only what is over, or only what is not; both when absent. */
    isArchive: flag.optional(),
    /** Days by the clock of the venue, or instants; both ends belong to it. */
    dateFrom: isoDate.optional(),
    dateTo: isoDate.optional(),
    itemId: identifier.optional(),
  }),
  reply: z.object({ items: z.array(accessibleItemView) }),
})

const gateView = z.object({ gateId: z.number().int(), name: z.string() })
const ofEvent = z.object({ eventId: identifier.optional() })

export const merchantGates = defineCall({
  id: 'merchant-gates',
  area: 'merchant',
  method: 'GET',
  path: '/v2/merchantusers/accessibleitems/gates',
  summary:
    'Gates of an event’s venue that the caller may stand at; without an event, of all venues played at',
  credential: 'merchant',
  staffPermission: 'door',
  required: [],
  query: ofEvent,
  reply: z.object({ items: z.array(gateView.extend({ venue: z.string() })) }),
  errors: ['NotFound'],
})

export const merchantGatesTicketTypes = defineCall({
  id: 'merchant-gates-ticket-types',
  area: 'merchant',
  method: 'GET',
  path: '/v2/merchantusers/accessibleitems/gates/ticketTypes',
  summary:
    'Which ticket types each gate lets in; without an event, for every event that is not over',
  credential: 'merchant',
  staffPermission: 'door',
  required: [],
  query: ofEvent,
  reply: z.object({
    items: z.array(
      gateView.extend({
        eventId: z.number().int(),
        ticketTypes: z.array(z.object({ ticketTypeId: z.number().int(), name: z.string() })),
      }),
    ),
  }),
  errors: ['NotFound'],
})
