import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { requireCustomer } from '#platform/http/guards.ts'
import {
  implement,
  implementLarge,
  type CallContext,
  type Implementation,
} from '#platform/http/implement.ts'
import {
  accountsBiometrics,
  accountsChangePassword,
  accountsChangePhone,
  accountsDeleteUrl,
  accountsEnableLoyalty,
  accountsGet,
  accountsImageDelete,
  accountsImagePut,
  accountsMobileTokenDelete,
  accountsMobileTokenPut,
  accountsUpdate,
  authDelete,
  authFbDisconnect,
  authPasswordChange,
  authPasswordReset,
  authPasswordResetRequest,
  authProfileUpdate,
  authTime,
  authVerifyStudent,
  ownPasswordResetRequest,
  ownPicture,
  ownStopDeletion,
} from '../care-contract.ts'
import {
  accountsDataShareConsentGet,
  accountsDataShareConsentSave,
  accountsSigninConsentGet,
  accountsSigninConsentSave,
  authDataShareConsentGet,
  authDataShareConsentSave,
  authSigninConsentGet,
  authSigninConsentSave,
} from '../consent-contract.ts'
import { authSignUpByAddress, ownPasskeyBegin } from '../contract.ts'
import { ownEndOtherSessions, ownEndSession, ownSessions } from '../sessions-contract.ts'
import {
  ownEmailChange,
  ownEmailConfirm,
  ownStepUpBegin,
  ownStepUpProve,
  ownStepUpState,
} from '../step-up-contract.ts'
import { againAfterSeconds, type SentCode } from './codes.ts'
import { askForEmail, changeEmail } from './commands/change-email.ts'
import { requestDeletion, deletionAddress, stopDeletion } from './commands/delete-account.ts'
import { askForPhone, changePhone } from './commands/change-phone.ts'
import { askForStudent, confirmStudent } from './commands/verify-student.ts'
import { changePassword } from './commands/change-password.ts'
import { changeProfile, enableLoyalty } from './commands/change-profile.ts'
import { disconnectExternal } from './commands/external-accounts.ts'
import { endOtherSessions, endSession } from './commands/end-session.ts'
import { deleteMobileToken, saveMobileToken } from './commands/mobile-token.ts'
import { addPasskey, beginPasskey, beginPasskeySignIn, removePasskey } from './commands/passkeys.ts'
import { preparation } from './commands/prepare-picture.ts'
import { readPicture, removePicture, setPicture } from './commands/set-picture.ts'
import { requestAccount } from './commands/request-account.ts'
import { requestPasswordReset, resetPassword } from './commands/reset-password.ts'
import { saveConsent } from './commands/save-consent.ts'
import { beginStepUp, proveStepUp, readStepUpState } from './step-up.ts'
import { listSessions } from './queries/list-sessions.ts'
import { readConsent, type ConsentKind } from './queries/read-consent.ts'
import type { ConsentView } from '../shapes.ts'

/** Calls by which customers manage their account; signing in is `flows/sign-in`. */
export const accountRoutes: readonly Implementation[] = [
  implement(authTime, async (context) => ok({ time: context.clock.now().toISOString() })),
  implement(authSignUpByAddress, (context, { query }) => requestAccount(context, query)),
  implement(authPasswordResetRequest, (context, { query }) =>
    requestPasswordReset(context, { email: query.eMail, returnUrl: query.returnUrl }),
  ),
  implement(ownPasswordResetRequest, (context, { body }) => requestPasswordReset(context, body)),
  implement(authPasswordReset, (context, { body }) => resetPassword(context, body)),
  implement(authPasswordChange, requireCustomer, (context, { body }) =>
    changePassword(context, body),
  ),
  implement(accountsChangePassword, requireCustomer, (context, { body }) =>
    changePassword(context, body),
  ),
  implement(accountsGet, requireCustomer, (context) => changeProfile(context, {})),
  implement(authProfileUpdate, requireCustomer, (context, { body }) =>
    changeProfile(context, body),
  ),
  implement(accountsUpdate, requireCustomer, (context, { body }) => changeProfile(context, body)),
  implement(accountsEnableLoyalty, requireCustomer, (context) => enableLoyalty(context)),
  implement(accountsChangePhone, requireCustomer, async (context, { body }) => {
    if ('codeId' in body) return changePhone(context, body)
    const sent = await askForPhone(context, body.phone)
    if (!sent.ok) return sent
    return ok(presentCode(sent.value))
  }),
  implement(authDelete, requireCustomer, (context) => requestDeletion(context)),
  implement(accountsDeleteUrl, requireCustomer, (context) => deletionAddress(context)),
  implement(ownStopDeletion, requireCustomer, (context) => stopDeletion(context)),
  implementLarge(accountsImagePut, requireCustomer, preparation, (context, { body }) =>
    setPicture(context, Buffer.from(body.picture)),
  ),
  implement(accountsImageDelete, requireCustomer, (context) => removePicture(context)),
  implement(ownPicture, requireCustomer, async (context) => {
    const content = await readPicture(context)
    return content ? ok({ contentType: 'image/webp', content }) : fail('NotFound')
  }),
  implement(accountsMobileTokenPut, requireCustomer, (context, { body }) =>
    saveMobileToken(context, body),
  ),
  implement(accountsMobileTokenDelete, requireCustomer, (context, { query }) =>
    deleteMobileToken(context, query.token),
  ),
  implement(accountsBiometrics, requireCustomer, async (context, { body }) => {
    const { action, challengeId, name, credential, credentialId } = body
    if (action === 'finish') {
      if (!challengeId || !name || !credential) return fail('PasskeyInvalid')
      return addPasskey(context, { challengeId, name, credential })
    }
    if (action === 'remove') return removePasskey(context, credentialId ?? '')
    const begun = await beginPasskey(context)
    return begun.ok ? ok({ ...begun.value, options: { ...begun.value.options } }) : begun
  }),
  implement(ownPasskeyBegin, async (context) => {
    const { challengeId, options } = await beginPasskeySignIn(context)
    return ok({ challengeId, options: { ...options } })
  }),
  implement(authVerifyStudent, requireCustomer, async (context, { body }) => {
    if (body.key !== undefined) return confirmStudent(context, body.key)
    if (body.studentEmail !== undefined) return askForStudent(context, body.studentEmail)
    return fail('BadRequest', { fields: [{ path: 'body.studentEmail', message: 'Missing' }] })
  }),
  implement(authFbDisconnect, requireCustomer, (context) => disconnectExternal(context, 'fb')),
  implement(ownStepUpState, requireCustomer, async (context) => {
    const { actor } = context
    if (actor.kind !== 'customer') return fail('Unauthenticated')
    return ok(await readStepUpState(context, actor.customerId))
  }),
  implement(ownStepUpBegin, requireCustomer, async (context, { body }) => {
    const begun = await beginStepUp(context, body)
    if (!begun.ok) return begun
    if (begun.value.kind === 'code') return ok(presentCode(begun.value.sent))
    const { challengeId, options } = begun.value.challenge
    return ok({ challengeId, options: { ...options } })
  }),
  implement(ownStepUpProve, requireCustomer, async (context, { body }) => {
    const proven = await proveStepUp(context, body)
    if (!proven.ok) return proven
    const { proof, expiresAt } = proven.value
    return ok({ proof, expiresAt: expiresAt.toISOString() })
  }),
  implement(ownEmailChange, requireCustomer, (context, { body }) =>
    askForEmail(context, body.email),
  ),
  implement(ownEmailConfirm, requireCustomer, (context, { body }) =>
    changeEmail(context, body.key),
  ),
  implement(ownSessions, requireCustomer, async (context) => {
    const sessions = await listSessions(context)
    return ok({
      sessions: sessions.map((session) => ({
        ...session,
        createdAt: session.createdAt.toISOString(),
        expiresAt: session.expiresAt.toISOString(),
      })),
    })
  }),
  implement(ownEndSession, requireCustomer, (context, { params }) =>
    endSession(context, params.sessionId),
  ),
  implement(ownEndOtherSessions, requireCustomer, (context) => endOtherSessions(context)),
  implement(authDataShareConsentGet, requireCustomer, (context) => decided(context, 'data-share')),
  implement(accountsDataShareConsentGet, requireCustomer, (context) =>
    decided(context, 'data-share'),
  ),
  implement(authSigninConsentGet, requireCustomer, (context) => decided(context, 'sign-in')),
  implement(accountsSigninConsentGet, requireCustomer, (context) => decided(context, 'sign-in')),
  implement(authDataShareConsentSave, requireCustomer, (context, { body }) =>
    saveConsent(context, 'data-share', body),
  ),
  implement(accountsDataShareConsentSave, requireCustomer, (context, { body }) =>
    saveConsent(context, 'data-share', body),
  ),
  implement(authSigninConsentSave, requireCustomer, (context, { body }) =>
    saveConsent(context, 'sign-in', body),
  ),
  implement(accountsSigninConsentSave, requireCustomer, (context, { body }) =>
    saveConsent(context, 'sign-in', body),
  ),
]

function presentCode({ codeId, phoneHint, expiresAt }: SentCode) {
  return { codeId, phoneHint, expiresAt: expiresAt.toISOString(), againAfterSeconds }
}

async function decided(
  context: CallContext,
  kind: ConsentKind,
): Promise<Result<ConsentView, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  return ok(await readConsent(context, kind, actor.customerId))
}
