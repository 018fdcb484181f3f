import { isIPv4, isIPv6 } from 'node:net'
import type { ErrorCode } from '#contract/errors.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { CallContext } from '#platform/http/implement.ts'
import { readConsent, type ConsentKind } from '../queries/read-consent.ts'
import type { ConsentView } from '../../shapes.ts'

const userAgentMax = 200

/**
 * Records the caller's decision on a published version, with time and network. Earlier decisions are not overwritten.
 */
export async function saveConsent(
  context: CallContext,
  kind: ConsentKind,
  given: { readonly isGiven: boolean; readonly version: number },
): Promise<Result<ConsentView, ErrorCode>> {
  const { actor } = context
  if (actor.kind !== 'customer') return fail('Unauthenticated')
  const document = await context.db
    .selectFrom('consent_document')
    .select('version')
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  // Consent to an outdated text is refused.
  if (document?.version !== given.version)
    return fail('BadRequest', {
      fields: [{ path: 'body.version', message: 'Not the newest text' }],
    })
  await context.db
    .insertInto('consent')
    .values({
      customer_id: actor.customerId,
      kind,
      version: given.version,
      is_given: given.isGiven,
      given_at: context.clock.now(),
      network: coarseNetworkOf(context.ip),
      user_agent: context.userAgent.slice(0, userAgentMax),
    })
    .execute()
  return ok(await readConsent(context, kind, actor.customerId))
}

/** A larger block than one caller's network: shows the origin of a consent without identifying the person. */
export function coarseNetworkOf(ip: string): string {
  const plain = ip.replace(/^::ffff:/, '')
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(plain)) return ''
  const [head = ''] = plain.split('::')
  const groups = [...head.split(':').filter(Boolean), '0', '0', '0'].slice(0, 3)
  return `${groups.join(':')}::/48`
}
