/** Team of an organiser: invitations, roles, passkeys, and the change log. Every change asks for the password again. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { staffRoles } from '#contract/enumerations.ts'
import {
  email,
  instant,
  isoDate,
  logNames,
  personName,
  text,
  uuid,
  wholeNumber,
} from '#contract/fields.ts'
import { tableFormat } from '#contract/table-format.ts'
import { openedStaffSession, renewedStaffSession } from './contract.ts'

const done = z.object({ done: z.literal(true) })
const role = z.enum(staffRoles)
const password = z.string().min(1).max(200)
const key = z.string().min(1).max(200)
const credential = z.looseObject({ id: z.string().max(1_400) })

const member = z.object({
  staffId: z.string(),
  email: z.string(),
  fullName: z.string(),
  role,
  hasPasskey: z.boolean(),
  /** Whether this is the caller. */
  isYou: z.boolean(),
  /** Null when they have never signed in. */
  lastSignInAt: instant.nullable(),
})

const teamShared = { area: 'own', credential: 'merchant', staffPermission: 'team' } as const
const selfShared = { area: 'own', credential: 'merchant', staffPermission: 'self' } as const

export const staffTeam = defineCall({
  ...teamShared,
  id: 'own-staff-team',
  method: 'GET',
  path: '/v2/merchantusers/team',
  summary: 'Members and open invitations of the organiser’s team; owners only',
  reply: z.object({
    members: z.array(member),
    invitations: z.array(
      z.object({
        invitationId: uuid,
        email: z.string(),
        role,
        invitedBy: z.string(),
        expiresAt: instant,
      }),
    ),
  }),
})
export type StaffTeamView = z.output<typeof staffTeam.reply>

export const staffInvite = defineCall({
  ...teamShared,
  id: 'own-staff-invite',
  cost: 'message',
  method: 'POST',
  path: '/v2/merchantusers/team/invite',
  summary: 'Invites a person by an email with a single-use link, valid for seven days',
  isForm: true,
  asksPassword: true,
  required: ['body'],
  body: z.object({ email, role, password }),
  reply: z.object({ invitationId: uuid }),
  errors: ['OwnersDisputed', 'StaffKnown', 'TooManyStaffInvitations'],
  limit: 'guess',
})

export const staffWithdrawInvitation = defineCall({
  ...teamShared,
  id: 'own-staff-invitation-withdraw',
  method: 'POST',
  path: '/v2/merchantusers/team/invitations/withdraw',
  summary: 'Withdraws an open invitation',
  asksPassword: true,
  required: ['body'],
  body: z.object({ invitationId: uuid, password }),
  reply: done,
  errors: ['NotFound'],
  limit: 'guess',
})

export const staffChangeRole = defineCall({
  ...teamShared,
  id: 'own-staff-change',
  method: 'POST',
  path: '/v2/merchantusers/team/change',
  summary: 'Changes a member’s role; the last owner keeps theirs',
  asksPassword: true,
  required: ['body'],
  body: z.object({ staffId: uuid, role, password }),
  reply: done,
  errors: ['OwnersDisputed', 'NotFound', 'LastOwner'],
  limit: 'guess',
})

export const staffRemove = defineCall({
  ...teamShared,
  id: 'own-staff-remove',
  method: 'POST',
  path: '/v2/merchantusers/team/remove',
  summary: 'Removes a member and ends their sessions; the last owner cannot be removed',
  asksPassword: true,
  required: ['body'],
  body: z.object({ staffId: uuid, password }),
  reply: done,
  errors: ['OwnersDisputed', 'NotFound', 'LastOwner'],
  limit: 'guess',
})

export const staffForgetPasskeys = defineCall({
  ...teamShared,
  id: 'own-staff-forget-passkeys',
  method: 'POST',
  path: '/v2/merchantusers/team/forget-passkeys',
  summary: 'Deletes the passkeys of a member who has lost their device, and ends their sessions',
  asksPassword: true,
  required: ['body'],
  body: z.object({ staffId: uuid, password }),
  reply: done,
  errors: ['NotFound'],
  limit: 'guess',
})

const invitation = z.object({ merchantName: z.string(), email: z.string(), role })
export type InvitationView = z.output<typeof invitation>

export const staffInvitation = defineCall({
  id: 'own-staff-invitation',
  area: 'own',
  method: 'POST',
  path: '/v2/merchantusers/invitation',
  summary: 'Details of an invitation, by the key from its email',
  credential: 'none',
  required: ['body'],
  body: z.object({ key }),
  reply: invitation,
  errors: ['StaffInvitationInvalid'],
  limit: 'guess',
})

export const staffAccept = defineCall({
  id: 'own-staff-invitation-accept',
  area: 'own',
  method: 'POST',
  path: '/v2/merchantusers/invitation/accept',
  summary: 'Joins the organiser’s staff, and signs in',
  credential: 'none',
  isForm: true,
  required: ['body'],
  body: z.object({
    key,
    fullName: personName(120, 1),
    password: z.string().min(8).max(200),
    confirmPassword: z.string().min(8).max(200),
  }),
  reply: openedStaffSession,
  errors: ['StaffInvitationInvalid', 'StaffElsewhere', 'PasswordTooCommon'],
  limit: 'guess',
})

export const staffPasskeySignIn = defineCall({
  id: 'own-staff-passkey-sign-in',
  area: 'own',
  method: 'POST',
  path: '/v2/merchantusers/token/passkey',
  summary:
    'Second step of the sign-in with a passkey: the response to the challenge of `PasskeyRequired`',
  credential: 'none',
  required: ['body'],
  body: z.object({ challengeId: uuid, credential }),
  reply: openedStaffSession,
  errors: ['PasskeyInvalid'],
  limit: 'guess',
})

export const staffPasskeys = defineCall({
  ...selfShared,
  id: 'own-staff-passkeys',
  method: 'GET',
  path: '/v2/merchantusers/passkeys',
  summary: 'The caller’s passkeys',
  reply: z.object({
    items: z.array(
      z.object({
        credentialId: z.string(),
        name: z.string(),
        createdAt: instant,
        lastUsedAt: instant.nullable(),
      }),
    ),
  }),
})

export const staffPasskeyBegin = defineCall({
  ...selfShared,
  id: 'own-staff-passkey-begin',
  method: 'POST',
  path: '/v2/merchantusers/passkeys/begin',
  summary: 'Challenge for a new passkey; requires the password again',
  asksPassword: true,
  required: ['body'],
  body: z.object({ password }),
  reply: z.object({ challengeId: uuid, options: z.looseObject({}) }),
  errors: ['PasskeyInvalid'],
  limit: 'guess',
})

export const staffPasskeyAdd = defineCall({
  ...selfShared,
  id: 'own-staff-passkey-add',
  method: 'POST',
  path: '/v2/merchantusers/passkeys',
  summary:
    'Adds a passkey created by the device, required at sign-in from then on; the caller’s sessions end and a new one is opened',
  required: ['body'],
  body: z.object({ challengeId: uuid, credential, name: personName(120, 1) }),
  reply: renewedStaffSession,
  errors: ['PasskeyInvalid'],
  limit: 'guess',
})

export const staffPasskeyRemove = defineCall({
  ...selfShared,
  id: 'own-staff-passkey-remove',
  method: 'POST',
  path: '/v2/merchantusers/passkeys/remove',
  summary:
    'Removes one of the caller’s passkeys; requires the password again; the caller’s sessions end and a new one is opened',
  asksPassword: true,
  required: ['body'],
  body: z.object({ credentialId: z.string().min(1).max(1_400), password }),
  reply: renewedStaffSession,
  errors: ['NotFound'],
  limit: 'guess',
})

const facts = z.record(z.string(), z.unknown())
const logEntry = z.object({
  logId: z.number().int(),
  at: instant,
  /** Empty for the platform itself. */
  staffName: z.string(),
  /** Name of the API key with which a program made the change on their behalf. */
  keyName: z.string().nullable(),
  /** Module and verb: `staff.invite`. */
  action: z.string(),
  subject: z.string(),
  /** The previous values of the changed fields. */
  before: facts,
  after: facts,
})
export type StaffLogEntry = z.output<typeof logEntry>

const logPage = z.object({
  entries: z.array(logEntry),
  names: logNames,
  /** The next `before`; null on the last page. */
  next: z.number().int().nullable(),
})
const older = wholeNumber(1, Number.MAX_SAFE_INTEGER).optional()
const logFilter = {
  staffId: uuid.optional(),
  /** A prefix, for example `staff.` */
  action: text(60).optional(),
  subject: text(120).optional(),
  /** Days in Tbilisi, or instants; both ends are inclusive. */
  dateFrom: isoDate.optional(),
  dateTo: isoDate.optional(),
}

export const listStaffLog = defineCall({
  id: 'own-staff-log',
  area: 'own',
  method: 'GET',
  path: '/v2/merchantusers/log',
  summary: 'Change log of the organiser, newest first, fifty entries per page',
  credential: 'merchant',
  staffPermission: 'log',
  query: z.object({ ...logFilter, before: older }),
  reply: logPage.extend({
    /** Everybody who may occur in the log. */
    people: z.array(z.object({ staffId: z.string(), fullName: z.string() })),
  }),
})

export const exportStaffLog = defineCall({
  id: 'own-staff-log-export',
  cost: 'search',
  limit: 'flood',
  area: 'own',
  method: 'GET',
  path: '/v2/merchantusers/log.csv',
  summary: 'Change log as CSV or in another format, at most ten thousand entries',
  credential: 'merchant',
  staffPermission: 'log',
  query: z.object({ ...logFilter, format: tableFormat.default('csv') }),
  reply: z.unknown(),
  produces: 'text/csv',
})

export const listMerchantLog = defineCall({
  id: 'own-operator-staff-log',
  area: 'own',
  method: 'GET',
  path: '/v2/operator/merchant-log',
  summary: 'Change logs of all organisers, newest first, fifty entries per page',
  credential: 'operator',
  query: z.object({
    merchantId: wholeNumber(1, 2_147_483_647).optional(),
    action: logFilter.action,
    subject: logFilter.subject,
    dateFrom: logFilter.dateFrom,
    dateTo: logFilter.dateTo,
    before: older,
  }),
  reply: z.object({
    entries: z.array(logEntry.extend({ merchantName: z.string() })),
    names: logNames,
    next: z.number().int().nullable(),
    /** All organisers, by name. */
    merchants: z.array(z.object({ merchantId: z.number().int(), name: z.string() })),
  }),
})
