/** Terms as typed texts and back; pure. */
import { knownRiders, riderProofs } from '#modules/timetable/shapes.ts'
import { majorText, minorOfText } from './money-text.ts'
import type { TermsView } from '../../terms-contract.ts'

export type StepKind = TermsView['steps'][number]['kind']
export const stepKinds = ['season', 'weekday', 'days-ahead', 'occupancy'] as const

/** Fields of a row, as typed; `key` tells rows apart. */
export interface TypedRow {
  readonly key: number
  readonly [field: string]: string | number
}

const whole = (text: string | number | undefined): number | null => {
  const typed = String(text ?? '').trim()
  return /^\d{1,6}$/.test(typed) ? Number(typed) : null
}

/** Hundredths of a typed number with up to two decimals: basis points of a percentage; null if it is none. */
function hundredthsOf(text: string | number | undefined): number | null {
  const typed = String(text ?? '')
    .trim()
    .replace(',', '.')
  return /^\d{1,3}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : null
}

export function percentText(basisPoints: number): string {
  return String(basisPoints / 100)
}

/** Nothing if a field is not a number. */
function allOrNull<Value>(values: readonly (Value | null)[]): Value[] | null {
  return values.includes(null) ? null : (values as Value[])
}

export function tiersTyped({ refundTiers }: TermsView): TypedRow[] {
  return refundTiers.map(({ untilSeconds, deductionBasisPoints }, key) => ({
    key,
    hours: String(untilSeconds / 3_600),
    kept: percentText(deductionBasisPoints),
  }))
}

export function tiersOf(rows: readonly TypedRow[]) {
  return allOrNull(
    rows.map(({ hours, kept }) => {
      const [inHours, deductionBasisPoints] = [hundredthsOf(hours), hundredthsOf(kept)]
      if (inHours === null || deductionBasisPoints === null) return null
      return { untilSeconds: inHours * 36, deductionBasisPoints }
    }),
  )
}

export function changesTyped({ changes }: TermsView): TypedRow[] {
  const { feeMinor, untilSeconds, freeAfterDelaySeconds, nameChange } = changes
  const hours = (seconds: number) => String(Math.round(seconds / 36) / 100)
  const [until, delay] = [hours(untilSeconds), hours(freeAfterDelaySeconds)]
  const names = nameChange
    ? {
        nameFee: majorText(nameChange.feeMinor),
        nameUntil: hours(nameChange.untilSeconds),
        nameMost: String(nameChange.most),
      }
    : { nameFee: '', nameUntil: '', nameMost: '' }
  return [{ key: 0, fee: majorText(feeMinor), until, delay, ...names }]
}

export function changesOf([row]: readonly TypedRow[]) {
  const feeMinor = minorOfText(String(row?.['fee'] ?? ''))
  const [until, delay] = [hundredthsOf(row?.['until']), hundredthsOf(row?.['delay'])]
  const nameChange = row && nameChangeOf(row)
  if (feeMinor === null || until === null || delay === null || nameChange === undefined) return null
  return { feeMinor, untilSeconds: until * 36, freeAfterDelaySeconds: delay * 36, nameChange }
}

export function companionsTyped({ companions }: TermsView): TypedRow[] {
  const { aloneFromAge, companionFromAge } = companions
  return [{ key: 0, alone: String(aloneFromAge), with: String(companionFromAge) }]
}

export function companionsOf([row]: readonly TypedRow[]) {
  const [aloneFromAge, companionFromAge] = [whole(row?.['alone']), whole(row?.['with'])]
  return aloneFromAge === null || companionFromAge === null
    ? null
    : { aloneFromAge, companionFromAge }
}

/** Null when all fields are empty: not allowed. Nothing while one of them is not a number. */
function nameChangeOf({ nameFee, nameUntil, nameMost }: TypedRow) {
  const isEmpty = [nameFee, nameUntil, nameMost].every((text) => String(text ?? '').trim() === '')
  if (isEmpty) return null
  const feeMinor = minorOfText(String(nameFee ?? ''))
  const [until, most] = [hundredthsOf(nameUntil), whole(nameMost)]
  if (feeMinor === null || until === null || most === null) return undefined
  return { feeMinor, untilSeconds: until * 36, most }
}

/** Rows of what has a name: `id` is empty for a new one. */
const own = (id: string | number, name: string, isRetired: boolean) => ({
  id: String(id),
  name,
  retired: isRetired ? 'yes' : '',
})

/** The names of a new row; null while one is empty. */
function namesOf({ ka, en }: TypedRow) {
  const name = { ka: String(ka ?? '').trim(), en: String(en ?? '').trim() }
  return name.ka === '' || name.en === '' ? null : name
}

/** A code for a name: Latin letters and digits with hyphens. */
export function codeOf(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return plain.replaceAll(/^[^a-z]+|-+$/g, '').slice(0, 40)
}

/** Categories with a meaning of their own that staff may add; every carrier has adults. */
export const riderKinds = knownRiders.filter((code) => code !== 'adult')

export function ridersTyped({ riders }: TermsView): TypedRow[] {
  return riders.map(({ code, name, isRetired, discountBasisPoints, ageMin, ageMax }, key) => ({
    key,
    ...own(code, name, isRetired),
    discount: percentText(discountBasisPoints),
    from: String(ageMin ?? ''),
    to: String(ageMax ?? ''),
  }))
}

export function ridersOf(rows: readonly TypedRow[]) {
  const age = (text: string | number | undefined) => (text === '' ? undefined : whole(text))
  return allOrNull(
    rows.map((row) => {
      const discountBasisPoints = hundredthsOf(row['discount'])
      const [ageMin, ageMax] = [age(row['from']), age(row['to'])]
      if (discountBasisPoints === null || ageMin === null || ageMax === null) return null
      const terms = { discountBasisPoints, ageMin: ageMin ?? null, ageMax: ageMax ?? null }
      if (row['id'] !== '')
        return { code: String(row['id']), ...terms, isRetired: row['retired'] === 'yes' }
      const name = namesOf(row)
      const code = riderKinds.find((kind) => kind === row['kind']) ?? codeOf(name?.en ?? '')
      if (!name || code === '') return null
      const proof = riderProofs.find((one) => one === row['proof']) ?? null
      return { code, ...terms, added: { name, proof } }
    }),
  )
}

/** The last value of a step is typed as included, a day of the year as `month-day`. */
export function stepsTyped({ steps }: TermsView): TypedRow[] {
  return steps.map(({ kind, routeId, fromValue, untilValue, basisPoints }, key) => ({
    key,
    kind,
    line: String(routeId ?? ''),
    from: stepText(kind, fromValue),
    to: stepText(kind, untilValue - 1),
    percent: percentText(basisPoints),
  }))
}

function stepText(kind: StepKind, value: number): string {
  if (kind !== 'season') return String(value)
  // The exclusive end of a month, such as 0701, is the last day of the month before.
  const [month, day] = [Math.floor(value / 100), value % 100]
  const shown = day === 0 ? [month - 1, 31] : [month, day]
  return shown.map((part) => String(part).padStart(2, '0')).join('-')
}

function stepValue(kind: string | number | undefined, text: string | number | undefined) {
  if (kind !== 'season') return whole(text)
  const [, month, day] = /^(\d{1,2})-(\d{1,2})$/.exec(String(text ?? '').trim()) ?? []
  const [m, d] = [Number(month), Number(day)]
  return m >= 1 && m <= 12 && d >= 1 && d <= 31 ? m * 100 + d : null
}

export function stepsOf(rows: readonly TypedRow[]) {
  return allOrNull(
    rows.map(({ kind, line, from, to, percent }) => {
      const known = stepKinds.find((one) => one === kind)
      const [fromValue, last] = [stepValue(kind, from), stepValue(kind, to)]
      const basisPoints = hundredthsOf(percent)
      if (!known || fromValue === null || last === null || basisPoints === null) return null
      const routeId = line === '' ? null : Number(line)
      return { kind: known, routeId, fromValue, untilValue: last + 1, basisPoints }
    }),
  )
}

export function baggageTyped({ baggage }: TermsView): TypedRow[] {
  return baggage.map(
    ({ baggageId, name, isRetired, priceMinor, perPassengerMax, capacity }, key) => ({
      key,
      ...own(baggageId, name, isRetired),
      price: majorText(priceMinor),
      most: String(perPassengerMax),
      capacity: String(capacity),
    }),
  )
}

export function baggageOf(rows: readonly TypedRow[]) {
  return allOrNull(
    rows.map((row) => {
      const priceMinor = minorOfText(String(row['price'] ?? ''))
      const [perPassengerMax, capacity] = [whole(row['most']), whole(row['capacity'])]
      if (priceMinor === null || perPassengerMax === null || capacity === null) return null
      const terms = { priceMinor, perPassengerMax, capacity }
      if (row['id'] !== '')
        return { baggageId: Number(row['id']), ...terms, isRetired: row['retired'] === 'yes' }
      const name = namesOf(row)
      const code = codeOf(name?.en ?? '')
      return name && code !== '' ? { ...terms, added: { code, name } } : null
    }),
  )
}
