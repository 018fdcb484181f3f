import { invariant } from '#kernel/result.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import type { Context } from '#platform/context.ts'
import type { ConsentView } from '../../shapes.ts'

export type ConsentKind = 'data-share' | 'sign-in'

/** The newest text of a kind and what the customer has decided last. */
export async function readConsent(
  context: Context,
  kind: ConsentKind,
  customerId: string,
): Promise<ConsentView> {
  const document = await context.db
    .selectFrom('consent_document')
    .select(['version', 'title', 'body'])
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  invariant(document, `a text of ${kind} is published`)
  const decision = await context.db
    .selectFrom('consent')
    .select(['is_given', 'version', 'given_at'])
    .where('customer_id', '=', customerId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return {
    version: document.version,
    title: (document.title as unknown as LocalizedText)[context.locale],
    body: (document.body as unknown as LocalizedText)[context.locale],
    decision: decision
      ? {
          isGiven: decision.is_given,
          version: decision.version,
          givenAt: decision.given_at.toISOString(),
        }
      : null,
    isAsked: decision?.version !== document.version,
  }
}

/** Every decision of a customer, the oldest first. */
export async function readConsentHistory(
  context: Context,
  customerId: string,
): Promise<{ kind: string; version: number; isGiven: boolean; givenAt: Date; network: string }[]> {
  const rows = await context.db
    .selectFrom('consent')
    .select(['kind', 'version', 'is_given', 'given_at', 'network'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    kind: row.kind,
    version: row.version,
    isGiven: row.is_given,
    givenAt: row.given_at,
    network: row.network,
  }))
}
