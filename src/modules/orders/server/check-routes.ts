import { ok } from '#kernel/result.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import { validateCheck, validatePrivateNumber, validateSend } from '../check-contract.ts'
import {
  confirmPhone,
  sendPhoneCode,
  takePrivateNumber,
  type CheckingSource,
} from './buyer-checks.ts'
import type { IdentityCheck } from './identity-check.ts'

/** Minimum seconds between two codes. */
const againAfterSeconds = 60

/** The calls by which buyers verify their phone or identity. */
export function checkRoutes(ports: {
  readonly sources: readonly CheckingSource[]
  readonly identityCheck?: IdentityCheck
}): readonly Implementation[] {
  return [
    implement(validateSend, async (context, { query }) => {
      const sent = await sendPhoneCode(context, query.orderKey)
      if (!sent.ok) return sent
      const { codeId, phoneHint, expiresAt } = sent.value
      return ok({ codeId, phoneHint, expiresAt: expiresAt.toISOString(), againAfterSeconds })
    }),
    implement(validateCheck, (context, { body }) => confirmPhone(context, ports.sources, body)),
    implement(validatePrivateNumber, (context, { body }) =>
      takePrivateNumber(context, ports, body),
    ),
  ]
}
