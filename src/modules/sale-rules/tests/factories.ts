/** Rules and access codes for tests on a real database. */
import { ok } from '#kernel/result.ts'
import { createOffering } from '#modules/inventory/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { normalizeAccessCode, type RuleKind, type SettingsOf } from '../contract.ts'
import { usesPoolId, usesUnlimited, type AccessCode } from '../server/access-code.ts'
import { writeAccessCode } from '../server/commands/write-access-code.ts'
import { writeRule } from '../server/commands/write-rule.ts'

type About =
  | { readonly eventId: number }
  | { readonly showId: number }
  | { readonly source: string; readonly itemId?: number; readonly groupId?: number }

const nothing = { showId: null, eventId: null, source: null, groupId: null, itemId: null }

/** A rule that is switched on; processes see it a second later. Answers its id. */
export async function makeRule<Kind extends RuleKind>(
  context: Context,
  kind: Kind,
  about: About,
  settings: SettingsOf<Kind>,
  window: { readonly validFrom?: Date; readonly validUntil?: Date } = {},
): Promise<number> {
  const written = await writeRule(context, {
    kind,
    ...nothing,
    categoryId: null,
    ...about,
    settings,
    isActive: true,
    validFrom: window.validFrom ?? null,
    validUntil: window.validUntil ?? null,
    note: '',
  })
  if (!written.ok) throw new Error(`The rule was refused: ${JSON.stringify(written.detail)}`)
  return written.value
}

/** A code that opens everything in its scope, unless specified otherwise. */
export async function makeCode(
  context: Context,
  about: About,
  options: Partial<Omit<AccessCode, 'id' | 'offeringId'>> & { readonly code: string },
): Promise<AccessCode> {
  const made = await inTransaction(context, async (inside) => {
    const capacity = options.quantity ?? usesUnlimited
    const pools = [{ poolId: usesPoolId, capacity }]
    const code = {
      ...nothing,
      ticketTypeIds: null,
      zones: null,
      sectionIds: null,
      placeIds: null,
      isActive: true,
      validFrom: null,
      validUntil: null,
      quantity: null,
      perOrderMax: null,
      note: '',
      merchantId: null,
      ...about,
      ...options,
      code: normalizeAccessCode(options.code),
      offeringId: await createOffering(inside, { placeCount: 0, pools }),
    }
    const written = await writeAccessCode(inside, code)
    return written.ok ? ok({ ...code, id: written.value }) : written
  })
  if (!made.ok) throw new Error(`The code ${options.code} was refused: ${made.code}`)
  return made.value
}
