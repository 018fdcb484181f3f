import { isCurrency } from '#kernel/currencies.ts'
import { money, type Money } from '#kernel/money.ts'
import type { DayTotal, DifferenceKind } from '../../reconciliation-contract.ts'
import { minorToDecimal } from '../decimal-amount.ts'
import type { ReportedTransaction } from '../provider.ts'

/** A payment of ours, reduced to what a provider's statement can contain. */
export interface OurPayment {
  readonly id: string
  readonly externalId: string | null
  readonly state: string
  /** Amount taken, minor units; null when none was. */
  readonly capturedMinor: number | null
  readonly currency: string
  readonly refundedMinor: number
  /** A refund of it is in progress: the refunded amount is not compared. */
  readonly isReturning: boolean
  /** When we learned that money was taken. */
  readonly settledAt: Date | null
}

export interface Difference {
  readonly kind: DifferenceKind
  readonly externalId: string | null
  /** Our payment id, or the one that the provider names. */
  readonly paymentId: string | null
  readonly ours: string
  readonly theirs: string
}

export interface Span {
  /** Inclusive. */
  readonly from: Date
  /** Exclusive. */
  readonly to: Date
}

export interface Comparison {
  /** False: the provider was asked about our payments only, so none of its own can be missing here. */
  readonly hasStatement: boolean
  readonly differences: readonly Difference[]
  readonly theirs: readonly DayTotal[]
  readonly ours: readonly DayTotal[]
}

/**
 * Compares the provider's list with our payments. Both lists cover more than the day, because money taken before
 * midnight may be recorded after it: each side's entries of the day are looked up in all of the other's.
 * `goesBackElsewhere`: refunds do not go through this provider, so its list contains none. `hasStatement`: the list is the
 * provider's own.
 */
export function compareDay(
  span: Span,
  listed: readonly ReportedTransaction[],
  known: readonly OurPayment[],
  { goesBackElsewhere = false, hasStatement = true } = {},
): Comparison {
  const byExternal = new Map(known.flatMap((each) => pair(each.externalId, each)))
  const byId = new Map(known.map((each) => [each.id, each]))
  const reported = new Map(listed.map((each) => [each.externalId, each]))
  const theirDay = listed.filter((each) => isTaken(span, each))
  const ourDay = known.filter(
    ({ settledAt, capturedMinor }) =>
      settledAt !== null && isIn(span, settledAt) && (capturedMinor ?? 0) > 0,
  )
  const differences = new Map<string, Difference>()
  const note = (found: Difference | null): void => {
    if (found) differences.set(`${found.externalId} ${found.paymentId}`, found)
  }
  for (const theirs of listed) {
    const ours = byExternal.get(theirs.externalId)
    if (ours) {
      const isOfDay =
        isIn(span, theirs.at) || (ours.settledAt !== null && isIn(span, ours.settledAt))
      const found = compareOne(ours, theirs, goesBackElsewhere)
      // Money may be refunded on another day than it was taken.
      if (isOfDay || found?.kind === 'refund') note(found)
    } else if (isTaken(span, theirs)) note(missingHere(theirs, byId.get(theirs.paymentId ?? '')))
  }
  for (const ours of ourDay)
    if (!reported.has(ours.externalId ?? '')) note(differ('missing-there', ours, null))
  return {
    hasStatement,
    differences: [...differences.values()],
    theirs: addUp(theirDay),
    ours: addUp(
      ourDay.map(({ currency, capturedMinor, refundedMinor }) => ({
        currency,
        capturedMinor: capturedMinor ?? 0,
        returnedMinor: refundedMinor,
      })),
    ),
  }
}

function compareOne(
  ours: OurPayment,
  theirs: ReportedTransaction,
  goesBackElsewhere: boolean,
): Difference | null {
  const taken = ours.capturedMinor ?? 0
  if (taken === 0 && theirs.capturedMinor === 0) return null
  if (taken === 0 || theirs.capturedMinor === 0) return differ('state', ours, theirs)
  if (ours.currency !== theirs.currency) return differ('currency', ours, theirs)
  if (taken !== theirs.capturedMinor) return differ('amount', ours, theirs)
  if (goesBackElsewhere || ours.isReturning) return null
  return ours.refundedMinor === theirs.returnedMinor ? null : differ('refund', ours, theirs)
}

/** Matches by our own id only: not captured here, or captured by another of the provider's transactions. */
function missingHere(theirs: ReportedTransaction, named: OurPayment | undefined): Difference {
  const isUntaken = named !== undefined && named.capturedMinor === null
  return {
    ...differ(isUntaken ? 'state' : 'missing-here', isUntaken ? named : null, theirs),
    paymentId: named?.id ?? null,
  }
}

function differ(
  kind: DifferenceKind,
  ours: OurPayment | null,
  theirs: ReportedTransaction | null,
): Difference {
  return {
    kind,
    externalId: theirs?.externalId ?? ours?.externalId ?? null,
    paymentId: ours?.id ?? null,
    ours: ours ? line(ours.capturedMinor ?? 0, ours.refundedMinor, ours.currency, ours.state) : '',
    theirs: theirs ? line(theirs.capturedMinor, theirs.returnedMinor, theirs.currency, '') : '',
  }
}

/** `52.50 GEL, −10.00, refunding`. */
function line(taken: number, returned: number, currency: string, state: string): string {
  const back = returned > 0 ? [`−${minorToDecimal(returned)}`] : []
  return [`${minorToDecimal(taken)} ${currency}`, ...back, ...(state === '' ? [] : [state])].join(
    ', ',
  )
}

/** What `line` wrote, which is how differences are stored; null for nothing. */
export function readLine(written: string): {
  readonly taken: Money
  readonly returned: Money
  readonly state: string | null
} | null {
  const match =
    /^(?<taken>-?[\d.]+) (?<currency>[A-Z]{3})(?:, −(?<returned>[\d.]+))?(?:, (?<state>\w+))?$/.exec(
      written,
    )?.groups
  const currency = match?.['currency'] ?? ''
  if (!match || !isCurrency(currency)) return null
  const minor = (decimal: string | undefined) => Math.round(Number(decimal ?? 0) * 100)
  return {
    taken: money(minor(match['taken']), currency),
    returned: money(minor(match['returned']), currency),
    state: match['state'] ?? null,
  }
}

function addUp(
  moves: readonly { currency: string; capturedMinor: number; returnedMinor: number }[],
): DayTotal[] {
  const totals = new Map<string, DayTotal>()
  for (const { currency, capturedMinor, returnedMinor } of moves) {
    const so = totals.get(currency) ?? { currency, count: 0, capturedMinor: 0, returnedMinor: 0 }
    totals.set(currency, {
      currency,
      count: so.count + 1,
      capturedMinor: so.capturedMinor + capturedMinor,
      returnedMinor: so.returnedMinor + returnedMinor,
    })
  }
  return [...totals.values()].toSorted((left, right) => left.currency.localeCompare(right.currency))
}

function isTaken(span: Span, { at, capturedMinor }: ReportedTransaction): boolean {
  return capturedMinor > 0 && isIn(span, at)
}

function isIn({ from, to }: Span, at: Date): boolean {
  return at >= from && at < to
}

function pair<Value>(key: string | null, value: Value): [string, Value][] {
  return key === null ? [] : [[key, value]]
}
