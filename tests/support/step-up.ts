import { createHash, randomBytes } from 'node:crypto'
import { stepUpHeader } from '#contract/step-up-header.ts'
import { stepUpMinutes, type StepUpPurpose } from '#contract/step-up.ts'
import type { TestContext } from './context.ts'

const hash = (text: string) => createHash('sha256').update(text).digest()

/** Headers with a proof of recent authentication for a session of a customer or of staff, as after typing the password. */
export async function stepUpHeaders(
  context: TestContext,
  token: string,
  purpose: StepUpPurpose,
): Promise<Record<string, string>> {
  const proof = randomBytes(32).toString('base64url')
  const now = context.clock.now()
  const values = {
    proof_hash: hash(proof),
    purpose,
    created_at: now,
    expires_at: new Date(now.getTime() + stepUpMinutes(purpose) * 60_000),
  }
  const staff = await context.db
    .selectFrom('staff_session')
    .select('id')
    .where('token_hash', '=', hash(token))
    .executeTakeFirst()
  if (staff) {
    const ofStaff = { ...values, staff_session_id: staff.id }
    await context.db.insertInto('staff_step_up_proof').values(ofStaff).execute()
    return { [stepUpHeader]: proof }
  }
  const session = await context.db
    .selectFrom('session')
    .select(['id', 'customer_id'])
    .where('token_hash', '=', hash(token))
    .executeTakeFirstOrThrow()
  if (session.customer_id === null) return {}
  await context.db
    .insertInto('step_up_proof')
    .values({
      ...values,
      session_id: session.id,
      customer_id: session.customer_id,
      method: 'password',
    })
    .execute()
  return { [stepUpHeader]: proof }
}
