import type { ErrorCode } from '#contract/errors.ts'
import { readableCode } from '#kernel/ids.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { changePoolCapacity, createOffering } from '#modules/inventory/server/public-api.ts'
import { normalizeAccessCode } from '#modules/sale-rules/contract.ts'
import {
  readAccessCode,
  usesPoolId,
  usesUnlimited,
  writeAccessCode,
  type AccessCode,
  type RuleScope,
} from '#modules/sale-rules/server/public-api.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import { logOperatorAction } from '#platform/operator-log.ts'
import { keyOf, invalidField, subjectOf, type DescribingSource } from '../subjects.ts'
import { windowOf, type Window } from '../window.ts'

export interface CodeToSave extends Window {
  readonly codeId?: number
  /** The organiser that saves it; when absent the code stays whose it is. */
  readonly merchantId?: number
  readonly code?: string
  readonly showId?: number
  readonly eventId?: number
  readonly source?: string
  readonly groupId?: number
  readonly itemId?: number
  readonly ticketTypeIds?: readonly number[]
  readonly zones?: readonly string[]
  readonly sectionIds?: readonly number[]
  readonly placeIds?: readonly number[]
  readonly isActive: boolean
  readonly quantity?: number
  readonly perOrderMax?: number
  readonly note?: string
}

/** Writes an entry to the caller's change log. */
export type ChangeLog = (
  context: Context,
  entry: {
    readonly action: string
    readonly subject: string
    readonly detail?: Readonly<Record<string, unknown>>
  },
) => Promise<void>

/** 12 of 31 characters: 59 bits, not guessable. */
const generatedLength = 12
const codeLengthMin = 4

type Saved = Result<{ id: number; code: string }, ErrorCode>

/** Saves a code and the pool that counts its uses, and logs the change. */
export function saveAccessCode(
  context: Context,
  sources: readonly DescribingSource[],
  request: CodeToSave,
  log: ChangeLog = logOperatorAction,
): Promise<Saved> {
  return inTransaction<Saved>(context, async (inside) => {
    const known = request.codeId === undefined ? null : await readAccessCode(inside, request.codeId)
    if (request.codeId !== undefined && !known) return fail('NotFound')
    const subject = await subjectOf(inside, sources, subjectIn(request))
    if (!subject.ok) return subject
    const window = windowOf(request)
    if (!window.ok) return window
    const givenCode = normalizeAccessCode(request.code ?? '')
    const code = givenCode || known?.code || readableCode(inside.random, generatedLength)
    if (code.length < codeLengthMin) return invalidField('body.code', 'At least four letters')
    const offering = await counterOf(inside, known, request.quantity ?? null)
    if (!offering.ok) return offering
    const written = await writeAccessCode(
      inside,
      {
        ...valuesOf(request),
        ...subject.value,
        ...window.value,
        code,
        merchantId: request.merchantId ?? known?.merchantId ?? null,
        offeringId: offering.value,
      },
      request.codeId,
    )
    if (!written.ok) return written
    const { quantity = null, isActive } = request
    await log(inside, {
      action: known ? 'rulebook.change-access-code' : 'rulebook.add-access-code',
      // The code itself is not logged: more people may read the log.
      subject: `access-code ${written.value}`,
      detail: { about: keyOf(subject.value), isActive, quantity },
    })
    return ok({ id: written.value, code })
  })
}

function subjectIn({ showId, eventId, source, groupId, itemId }: CodeToSave) {
  return { showId, eventId, source, groupId, itemId }
}

function valuesOf(
  request: CodeToSave,
): Omit<
  AccessCode,
  'id' | 'code' | 'merchantId' | keyof RuleScope | 'validFrom' | 'validUntil' | 'offeringId'
> {
  return {
    ticketTypeIds: listOf(request.ticketTypeIds),
    zones: listOf(request.zones),
    sectionIds: listOf(request.sectionIds),
    placeIds: listOf(request.placeIds),
    isActive: request.isActive,
    quantity: request.quantity ?? null,
    perOrderMax: request.perOrderMax ?? null,
    note: request.note ?? '',
  }
}

/** Empty and absent lists both mean no restriction. */
function listOf<Value>(values: readonly Value[] | undefined): readonly Value[] | null {
  return values && values.length > 0 ? values : null
}

/** The code's pool with this quantity, which may not be below its uses. */
async function counterOf(
  context: Context,
  known: AccessCode | null,
  quantity: number | null,
): Promise<Result<number, 'UsedAccessCode'>> {
  const capacity = quantity ?? usesUnlimited
  const pool = { poolId: usesPoolId, capacity }
  if (!known) return ok(await createOffering(context, { placeCount: 0, pools: [pool] }))
  const address = { offeringId: known.offeringId, poolId: usesPoolId }
  const changed = await changePoolCapacity(context, address, capacity)
  return changed.ok ? ok(known.offeringId) : fail('UsedAccessCode')
}
