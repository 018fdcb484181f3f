/**
 * Staff of organisers: sign-in and what they may access. Their bearer is of a separate kind; a customer's is not
 * accepted here. Data of other organisers is reported as not found.
 */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { staffRoles } from '#contract/enumerations.ts'
import { flag, identifier, instant, isoDate, text } from '#contract/fields.ts'

export const staffProfileView = z.object({
  staffId: z.string(),
  email: z.string(),
  fullName: z.string(),
  role: z.enum(staffRoles),
  merchant: z.object({ merchantId: z.number().int(), name: z.string() }),
  /** Permissions of the role, named as in `staffPermission` of calls. */
  permissions: z.array(z.string()),
  /**
   * Names of the sources that the organiser sells through and that have their own back office pages, for example
   * `cinema`.
   */
  sells: z.array(z.string()),
})
export type StaffProfileView = z.output<typeof staffProfileView>

export const openedStaffSession = z.object({
  /** The bearer, returned once; browsers also get it as the `StaffToken` cookie. */
  accessToken: z.string(),
  expiresAt: instant,
  profile: staffProfileView,
})

/**
 * After a change of how the caller signs in: all their sessions have ended, and this is the new one. Browsers get it as
 * the `StaffToken` cookie.
 */
export const renewedStaffSession = z.object({
  done: z.literal(true),
  accessToken: z.string(),
  expiresAt: instant,
})

/**
 * With a passkey, the password is only the first step: the detail of `PasskeyRequired` has the challenge for
 * `own-staff-passkey-sign-in` (`challengeId`, `options`).
 */
export const merchantToken = defineCall({
  id: 'merchant-token',
  area: 'merchant',
  method: 'POST',
  path: '/v2/merchantusers/token',
  summary: 'Signs in a member of an organiser’s staff',
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
  summary: 'The signed-in member of staff and their organiser',
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
  summary: 'Changes the caller’s password, ends all their sessions, and opens a new one',
  credential: 'merchant',
  staffPermission: 'self',
  required: ['body'],
  body: z.object({
    oldPassword: z.string().min(1).max(200),
    password: z.string().min(8).max(200),
    confirmPassword: z.string().min(8).max(200),
  }),
  reply: renewedStaffSession,
  errors: ['PasswordWrong', 'PasswordTooCommon'],
  limit: 'guess',
})

export const ownStaffLogout = defineCall({
  id: 'own-staff-logout',
  area: 'own',
  method: 'POST',
  path: '/v2/merchantusers/logout',
  summary: 'Ends the calling staff session',
  credential: 'merchant',
  staffPermission: 'self',
  required: [],
  reply: z.object({ signedOut: z.literal(true) }),
})

/** A show, a film, a line or a pass with its matching events (screenings, runs), soonest first. */
export const accessibleItemView = z.object({
  /** Name of the offer source: `event` for shows. */
  source: z.string(),
  /** `showId` of a show or a film; otherwise unique in its source. */
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
      /** Whether it is over. */
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
  summary:
    'What of the organiser the caller may see: shows, films, lines and passes with their events, screenings and runs',
  credential: 'merchant',
  staffPermission: 'door',
  required: [],
  query: z.object({
    /** True for past events only, false for upcoming ones only; both when absent. */
    isArchive: flag.optional(),
    /** Days in the time zone of the venue, or instants; both ends are inclusive. */
    dateFrom: isoDate.optional(),
    /** Without it, screenings and runs of the coming two weeks and of the last thirty days are read. */
    dateTo: isoDate.optional(),
    itemId: identifier.optional(),
    source: text(40, 1).optional(),
  }),
  reply: z.object({ items: z.array(accessibleItemView) }),
})

const gateView = z.object({
  source: z.string(),
  /** Null for a stop: a device at a run checks in by `stop`. */
  gateId: z.number().int().nullable(),
  /** Stop of a run, counted from 0; null for gates of houses. */
  stop: z.number().int().nullable(),
  name: z.string(),
})
/** Without `source`, an event of the organiser has the number, else an item of another source. */
const ofEvent = z.object({
  eventId: identifier.optional(),
  source: text(40, 1).optional(),
})

export const merchantGates = defineCall({
  id: 'merchant-gates',
  area: 'merchant',
  method: 'GET',
  path: '/v2/merchantusers/accessibleitems/gates',
  summary:
    'Gates of an event, screening or run at which the caller may work; without one, all in use (screenings and runs of the next day)',
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
    'Ticket types admitted by each gate; without an event, for all that are not over (screenings and runs of the next day)',
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
