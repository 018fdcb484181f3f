import type { ErrorCode } from '#contract/errors.ts'
import { money } from '#kernel/money.ts'
import { fail, ok, type Result } from '#kernel/result.ts'
import type { Context } from '#platform/context.ts'
import { sheetOf, type Sheet } from '#platform/tables/cells.ts'
import { labelsOf, stateTexts, type Column } from '#platform/tables/column.ts'
import en from '../../messages/tables-en.json' with { type: 'json' }
import ka from '../../messages/tables-ka.json' with { type: 'json' }
import { operatorOffice, type Office } from '../office.ts'
import type { PromoCode } from '../promo-code.ts'
import { listPromoCodes } from '../store.ts'
import { readUses } from './office.ts'

const label = labelsOf(ka, en)
const codesMax = 5_000

interface CodeRow extends PromoCode {
  readonly usedCount: number
}

const columns: readonly Column<CodeRow>[] = [
  { kind: 'text', key: 'code', label: label('code'), of: ({ code }) => code },
  {
    kind: 'state',
    key: 'state',
    label: label('state'),
    texts: stateTexts({ active: 'active', off: 'off' }, label),
    of: ({ isActive }) => (isActive ? 'active' : 'off'),
  },
  { kind: 'number', key: 'usedCount', label: label('used'), of: ({ usedCount }) => usedCount },
  { kind: 'number', key: 'quantity', label: label('quantity'), of: ({ quantity }) => quantity },
  {
    kind: 'number',
    key: 'percent',
    label: label('percent'),
    of: ({ basisPoints }) => (basisPoints === null ? null : basisPoints / 100),
  },
  {
    kind: 'money',
    key: 'amount',
    label: label('amount'),
    currency: 'GEL',
    of: ({ amountMinor }) => (amountMinor === null ? null : money(amountMinor)),
  },
  {
    kind: 'moment',
    key: 'validFrom',
    label: label('validFrom'),
    zone: 'tbilisi',
    of: ({ validFrom }) => validFrom,
  },
  {
    kind: 'moment',
    key: 'validUntil',
    label: label('validUntil'),
    zone: 'tbilisi',
    of: ({ validUntil }) => validUntil,
  },
]

/** The codes of a batch as a table; the download is logged. */
export async function sheetOfCodes(
  context: Context,
  batchId: number,
  office: Office = operatorOffice,
): Promise<Result<Sheet, ErrorCode>> {
  const { merchantId } = office
  const codes = await listPromoCodes(context, { batchId, merchantId, most: codesMax })
  if (codes.length === 0) return fail('NotFound')
  const uses = await readUses(context, codes)
  await office.log(context, {
    action: 'promotions.export-codes',
    subject: `promo-batch ${batchId}`,
    detail: { codeCount: codes.length },
  })
  const rows = codes.map((code) => ({ ...code, usedCount: uses.get(code.id)?.used ?? 0 }))
  return ok(sheetOf(context.locale, { name: label('name'), columns, rows }))
}
