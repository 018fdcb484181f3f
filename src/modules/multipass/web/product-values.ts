/** Conversions between the operator's form and a pass. */
import { wallTime } from '#kernel/format.ts'
import type { Money } from '#kernel/money.ts'
import type { OfficeProductView, PassProductToSave } from '../office-contract.ts'

function filled(form: FormData, name: string): string | undefined {
  const value = form.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function figureOf(form: FormData, name: string): number | undefined {
  const value = filled(form, name)
  return value === undefined ? undefined : Number(value.replace(',', '.'))
}

function tetriOf(form: FormData, name: string): number | undefined {
  const lari = figureOf(form, name)
  return lari === undefined ? undefined : Math.round(lari * 100)
}

export function lariOf(money: Money | null | undefined): number | '' {
  return money ? money.amount / 100 : ''
}

/** The day of an instant in Tbilisi, in the format of a date field. */
export function dayOf(instant: string): string {
  const { year, month, day } = wallTime(new Date(instant))
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Midnight in Tbilisi (UTC+4 all year) of the entered day; an instant on the same day stays unchanged. */
function midnightOf(form: FormData, name: string, known: string | undefined): string {
  const day = filled(form, name) ?? ''
  return known !== undefined && dayOf(known) === day ? known : `${day}T00:00:00+04:00`
}

/** @param product the product being changed; absent for a new one */
export function bodyOf(form: FormData, product?: OfficeProductView) {
  const sources = form.getAll('source').map(String)
  const weekdays = form.getAll('weekday').map(Number)
  const merchantIds = filled(form, 'merchantIds')
    ?.split(/[\s,]+/)
    .filter(Boolean)
    .map(Number)
  const from = filled(form, 'validDaysFrom')
  const validDaysFrom: PassProductToSave['validDaysFrom'] =
    from === 'sale' || from === 'first-use' ? from : undefined
  return {
    nameKa: filled(form, 'nameKa') ?? '',
    nameEn: filled(form, 'nameEn') ?? '',
    descriptionKa: filled(form, 'descriptionKa') ?? '',
    descriptionEn: filled(form, 'descriptionEn') ?? '',
    merchantId: figureOf(form, 'merchantId') ?? 0,
    uses: figureOf(form, 'uses') ?? 0,
    price: tetriOf(form, 'price') ?? 0,
    topUpUses: figureOf(form, 'topUpUses'),
    topUpPrice: tetriOf(form, 'topUpPrice'),
    validFrom: midnightOf(form, 'validFrom', product?.validFrom),
    validUntil: midnightOf(form, 'validUntil', product?.validUntil),
    validDays: figureOf(form, 'validDays'),
    validDaysFrom,
    ...(form.has('isDoorOnly') ? { sources: [] } : sources.length > 0 && { sources }),
    ...(weekdays.length > 0 && { weekdays }),
    ...(merchantIds && { merchantIds }),
    hourFrom: figureOf(form, 'hourFrom'),
    hourUntil: figureOf(form, 'hourUntil'),
    valueMax: tetriOf(form, 'valueMax'),
    usesPerOrderMax: figureOf(form, 'usesPerOrderMax') ?? 0,
    paysFees: form.has('paysFees'),
    isAtDoor: form.has('isAtDoor'),
    isActive: form.has('isActive'),
    cardsMax: figureOf(form, 'cardsMax') ?? 0,
  }
}
