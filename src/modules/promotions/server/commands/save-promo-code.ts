import type { ErrorCode } from '#contract/errors.ts'
import { readableCode } from '#kernel/ids.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import { changePoolCapacity, createOffering } from '#modules/inventory/server/public-api.ts'
import { normalizeAccessCode } from '#modules/sale-rules/contract.ts'
import { inTransaction, type Context } from '#platform/context.ts'
import {
  isCode,
  generatedLength,
  invalidField,
  termsOf,
  type CodeToSave,
  type TermColumns,
} from '../code-terms.ts'
import { operatorOffice, isOf, type Office } from '../office.ts'
import { ownerOf, usesPoolId, usesUnlimited, type PromoCode } from '../promo-code.ts'
import type { DescribingSource } from '../scope.ts'
import { readNamesakes, readPromoCode } from '../store.ts'

const codeLengthMin = 4

type Saved = Result<{ codeId: number; code: string }, ErrorCode>

/** Saves a code and the pool that counts its uses, and logs the change. */
export function savePromoCode(
  context: Context,
  sources: readonly DescribingSource[],
  request: CodeToSave,
  office: Office = operatorOffice,
): Promise<Saved> {
  return inTransaction<Saved>(context, async (inside) => {
    const { codeId } = request
    const known = codeId === undefined ? null : await readPromoCode(inside, codeId)
    if (codeId !== undefined && (!known || !isOf(office, known))) return fail('NotFound')
    const terms = await termsOf(inside, sources, request)
    if (!terms.ok) return terms
    const givenCode = normalizeAccessCode(request.code ?? '')
    const code = givenCode || known?.code || readableCode(inside.random, generatedLength)
    if (!isCode(code) || code.length < codeLengthMin)
      return invalidField('code', 'From 4 to 40 letters and figures')
    const owner = ownerOf({
      borneBy: request.borneBy,
      merchantId: request.merchantId ?? null,
    })
    const namesakes = await readNamesakes(inside, code)
    if (namesakes.some((one) => one.id !== codeId && ownerOf(one) === owner))
      return fail('PromoCodeTaken')
    const quantity = request.quantity ?? null
    const offering = await counterOf(inside, known, quantity ?? usesUnlimited)
    if (!offering.ok) return offering
    const now = inside.clock.now()
    const values = { ...terms.value, code, quantity, note: request.note ?? '', updated_at: now }
    const id = known
      ? await rewrite(inside, known.id, values)
      : await insert(inside, { ...values, created_at: now, offering_id: offering.value })
    if (id === null) return fail('PromoCodeTaken')
    await office.log(inside, {
      action: known ? 'promotions.change-code' : 'promotions.add-code',
      // The code itself is not logged: more people may read the log.
      subject: `promo-code ${id}`,
      detail: { isActive: request.isActive, quantity },
    })
    return ok({ codeId: id, code })
  })
}

/** The offering that counts a code's uses; its capacity may not be below them. */
async function counterOf(
  context: Context,
  known: PromoCode | null,
  capacity: number,
): Promise<Result<number, 'PromoCodeUsedUp'>> {
  const pool = { poolId: usesPoolId, capacity }
  if (!known) return ok(await createOffering(context, { placeCount: 0, pools: [pool] }))
  const address = { offeringId: known.offeringId, poolId: usesPoolId }
  const changed = await changePoolCapacity(context, address, capacity)
  return changed.ok ? ok(known.offeringId) : fail('PromoCodeUsedUp')
}

type Row = TermColumns & {
  code: string
  quantity: number | null
  note: string
  updated_at: Date
}

async function rewrite(context: Context, id: number, row: Row): Promise<number> {
  await context.db.updateTable('promo_code').set(row).where('id', '=', id).execute()
  return id
}

/** Returns null when its owner has another code with the same text. */
async function insert(
  context: Context,
  row: Row & { created_at: Date; offering_id: number },
): Promise<number | null> {
  const written = await context.db
    .insertInto('promo_code')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return written?.id ?? null
}
