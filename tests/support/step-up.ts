import { createHash, randomBytes } from 'node:crypto'
import { stepUpHeader, type StepUpPurpose } from '#contract/step-up.ts'
import type { TestContext } from './context.ts'

/** Headers with a proof of recent authentication for a session, as after typing the password. */
export async function stepUpHeaders(
  context: TestContext,
  token: string,
  purpose: StepUpPurpose,
): Promise<Record<string, string>> {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const session = await context.db
    .selectFrom('session')
    .select(['id', 'customer_id'])
    .where('token_hash', '=', hash(token))
    .executeTakeFirstOrThrow()
  if (session.customer_id === null) return {}
  const proof = randomBytes(32).toString('base64url')
  const now = context.clock.now()
  await context.db
    .insertInto('step_up_proof')
    .values({
      proof_hash: hash(proof),
      session_id: session.id,
      customer_id: session.customer_id,
      purpose,
      method: 'password',
      created_at: now,
      expires_at: new Date(now.getTime() + 300_000),
    })
    .execute()
  return { [stepUpHeader]: proof }
}
