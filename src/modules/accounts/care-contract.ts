/** Calls for managing an account: profile, password, phone, consents, devices, deletion. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { email, flag, instant, personName, phone, smsCode, uuid } from '#contract/fields.ts'
import {
  account,
  codeSent,
  done,
  key,
  newPassword,
  passwordChange,
  profileChange,
  returnUrl,
} from './shapes.ts'

export const authPasswordResetRequest = defineCall({
  id: 'auth-password-reset-request',
  cost: 'message',
  area: 'auth',
  method: 'GET',
  path: '/v2/auth/password/reset',
  summary: 'Asks for a letter that sets a new password; answers alike for every address.',
  credential: 'none',
  query: z.object({ eMail: email, returnUrl }),
  reply: z.object({ sent: z.literal(true) }),
  errors: ['ContinueAddressNotAllowed'],
  required: [],
  limit: 'guess',
  actsOnGet: true,
})

export const ownPasswordResetRequest = defineCall({
  id: 'own-auth-password-reset-request',
  cost: 'message',
  area: 'own',
  method: 'POST',
  path: '/v2/auth/password/reset-request',
  summary: 'The same without an address of somebody in an address.',
  credential: 'none',
  isForm: true,
  body: z.object({ email, returnUrl }),
  reply: z.object({ sent: z.literal(true) }),
  errors: ['ContinueAddressNotAllowed'],
  required: ['body'],
  limit: 'guess',
})

export const authPasswordReset = defineCall({
  id: 'auth-password-reset',
  area: 'auth',
  method: 'POST',
  path: '/v2/auth/password/reset',
  summary: 'Sets a new password with the key of the letter; every session of the account ends.',
  credential: 'none',
  isForm: true,
  body: z.object({
    key,
    password: newPassword,
    confirmPassword: z.string().max(200),
    /** Passkeys and connected external accounts are removed unless this is true. */
    keepsOtherWays: flag.optional(),
  }),
  reply: done,
  errors: ['AccountKeyInvalid', 'PasswordTooCommon'],
  required: ['body'],
  limit: 'guess',
})

const changePasswordErrors = ['PasswordWrong', 'PasswordTooCommon'] as const

export const authPasswordChange = defineCall({
  id: 'auth-password-change',
  area: 'auth',
  method: 'POST',
  path: '/v2/auth/password/change',
  summary: 'Changes the password; all other sessions end.',
  credential: 'customer',
  isForm: true,
  body: passwordChange,
  reply: done,
  errors: changePasswordErrors,
  required: ['body'],
  limit: 'guess',
})

export const accountsChangePassword = defineCall({
  id: 'accounts-change-password',
  area: 'accounts',
  method: 'PUT',
  path: '/groot/Auth/change-password',
  summary: 'Changes the password; all other sessions end.',
  credential: 'customer',
  body: passwordChange,
  reply: done,
  errors: changePasswordErrors,
  limit: 'guess',
})

export const authProfileUpdate = defineCall({
  id: 'auth-profile-update',
  area: 'auth',
  method: 'POST',
  path: '/v2/auth/profile',
  summary: 'Changes the caller’s profile.',
  credential: 'customer',
  body: profileChange,
  reply: account,
  required: ['authorization'],
})

export const accountsGet = defineCall({
  id: 'accounts-get',
  area: 'accounts',
  method: 'GET',
  path: '/groot/Accounts',
  summary: 'The caller’s account, whole.',
  credential: 'customer',
  reply: account,
})

export const accountsUpdate = defineCall({
  id: 'accounts-update',
  area: 'accounts',
  method: 'PUT',
  path: '/groot/Accounts',
  summary: 'Changes the caller’s profile.',
  credential: 'customer',
  isForm: true,
  body: profileChange,
  reply: account,
})

export const accountsEnableLoyalty = defineCall({
  id: 'accounts-enable-loyalty',
  area: 'accounts',
  method: 'POST',
  path: '/groot/Accounts/enable-loyalty',
  summary: 'Joins the loyalty programme.',
  credential: 'customer',
  reply: account,
})

export const accountsChangePhone = defineCall({
  id: 'accounts-change-phone',
  cost: 'message',
  area: 'accounts',
  method: 'PUT',
  path: '/groot/Auth/change-phone',
  summary: 'With `phone`: sends a code to it. With `codeId` and `code`: takes that phone.',
  credential: 'customer',
  body: z.union([z.object({ phone }), z.object({ codeId: uuid, code: smsCode })]),
  reply: z.union([codeSent, z.object({ phone: z.string() })]),
  errors: ['CodeWrong', 'SmsBudgetSpent'],
  limit: 'guess',
  stepUp: { purpose: 'phone' },
})

export const accountsDeleteUrl = defineCall({
  id: 'accounts-delete-url',
  area: 'accounts',
  method: 'GET',
  path: '/groot/Accounts/delete-url',
  summary: 'The address at which the caller confirms that the account is to be deleted.',
  credential: 'customer',
  reply: z.object({ url: z.string() }),
  limit: 'flood',
  actsOnGet: true,
  stepUp: { purpose: 'deletion' },
})

export const authDelete = defineCall({
  id: 'auth-delete',
  area: 'auth',
  method: 'POST',
  path: '/v2/auth/delete',
  summary: 'Asks for deletion: the confirmation address comes by letter.',
  credential: 'customer',
  reply: z.object({ sent: z.literal(true) }),
  limit: 'flood',
})

export const accountsDelete = defineCall({
  id: 'accounts-delete',
  area: 'accounts',
  method: 'DELETE',
  path: '/groot/Accounts',
  summary: 'Confirms deletion with the key of the confirmation address; two weeks of grace begin.',
  credential: 'customer',
  body: z.object({ key }),
  reply: z.object({ deleteAfter: instant }),
  errors: ['AccountKeyInvalid', 'BalanceNotEmpty'],
  limit: 'guess',
  stepUp: { purpose: 'deletion' },
})

export const ownStopDeletion = defineCall({
  id: 'own-account-stop-deletion',
  area: 'own',
  method: 'POST',
  path: '/v2/auth/stop-deletion',
  summary: 'Takes a deletion back while it can be.',
  credential: 'customer',
  reply: done,
})

export const accountsImagePut = defineCall({
  id: 'accounts-image-put',
  cost: 'picture',
  area: 'accounts',
  method: 'PUT',
  path: '/groot/Accounts/image',
  summary: 'Takes a picture (JPEG, PNG, WebP), encodes it anew and cuts it to a square.',
  credential: 'customer',
  body: z.object({ image: z.base64().min(16).max(900_000) }),
  reply: z.object({ imageUrl: z.string() }),
  errors: ['PictureInvalid', 'PictureTooLarge', 'TooManyRequests'],
  limit: 'flood',
  bodyBytesMax: 1_000_000,
})

export const accountsImageDelete = defineCall({
  id: 'accounts-image-delete',
  area: 'accounts',
  method: 'DELETE',
  path: '/groot/Accounts/image',
  summary: 'Removes the caller’s picture.',
  credential: 'customer',
  reply: done,
})

export const ownPicture = defineCall({
  id: 'own-account-picture',
  area: 'own',
  method: 'GET',
  path: '/v2/auth/picture',
  summary: 'The caller’s own picture.',
  credential: 'customer',
  query: z.object({ v: z.string().max(20).optional() }),
  reply: z.unknown(),
  produces: 'image/webp',
  errors: ['NotFound'],
})

export const accountsMobileTokenPut = defineCall({
  id: 'accounts-mobile-token-put',
  area: 'accounts',
  method: 'PUT',
  path: '/groot/Accounts/mobile-token',
  summary: 'Keeps where the caller’s device takes notices.',
  credential: 'customer',
  body: z.object({
    token: z.string().regex(/^[\w:.-]{16,4096}$/),
    platform: z.enum(['ios', 'android', 'web']),
  }),
  reply: done,
})

export const accountsMobileTokenDelete = defineCall({
  id: 'accounts-mobile-token-delete',
  area: 'accounts',
  method: 'DELETE',
  path: '/groot/Accounts/mobile-token',
  summary: 'Forgets one device of the caller, or all of them.',
  credential: 'customer',
  query: z.object({
    token: z
      .string()
      .regex(/^[\w:.-]{16,4096}$/)
      .optional(),
  }),
  reply: done,
})

export const accountsBiometrics = defineCall({
  id: 'accounts-biometrics',
  area: 'accounts',
  method: 'PUT',
  path: '/groot/Accounts/biometrics',
  summary: 'Adds a passkey in two steps (`begin`, `finish`), or removes one.',
  credential: 'customer',
  body: z.object({
    action: z.enum(['begin', 'finish', 'remove']),
    /** With `finish`: the challenge returned by `begin`, the device's answer, and the name of the key. */
    challengeId: uuid.optional(),
    name: personName(60, 1).optional(),
    credential: z.looseObject({ id: z.string().max(1_400) }).optional(),
    /** With `remove`. */
    credentialId: z.string().max(1_400).optional(),
  }),
  reply: z.union([done, z.object({ challengeId: uuid, options: z.looseObject({}) })]),
  errors: ['PasskeyInvalid', 'NotFound'],
  limit: 'guess',
  stepUp: { purpose: 'passkeys' },
})

export const authVerifyStudent = defineCall({
  id: 'auth-verify-student',
  area: 'auth',
  method: 'POST',
  path: '/v2/auth/verifystudent',
  summary:
    'With `studentEmail`: writes to that mailbox. With `key`: confirms with the letter’s key.',
  credential: 'customer',
  isForm: true,
  body: z.object({ studentEmail: email.optional(), key: key.optional() }),
  reply: z.union([z.object({ sent: z.literal(true) }), z.object({ studentUntil: z.iso.date() })]),
  errors: ['StudentMailboxUnknown', 'AccountKeyInvalid'],
  required: ['authorization'],
  limit: 'guess',
})

export const authFbDisconnect = defineCall({
  id: 'auth-fb-disconnect',
  area: 'auth',
  method: 'POST',
  path: '/v2/auth/fb/disconnect',
  summary: 'Lets go of the connected Facebook account.',
  credential: 'customer',
  body: z.object({ provider: z.enum(['fb']).optional() }).default({}),
  reply: done,
  errors: ['ExternalAccountNotConnected', 'LastWayToSignIn'],
  required: ['authorization'],
  stepUp: { purpose: 'outside-accounts' },
})

export const authTime = defineCall({
  id: 'auth-time',
  area: 'auth',
  method: 'GET',
  path: '/v2/auth/time',
  summary: 'The server’s time, for clients that sign or count down.',
  credential: 'none',
  reply: z.object({ time: instant }),
})
