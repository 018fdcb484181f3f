/** What figures and logs say of a payment: how it went, by provider, and whose it is. */
import { joinedProvider, paymentProvider } from '#contract/enumerations.ts'
import type { Context } from '#platform/context.ts'
import { countOutcome } from '#platform/figures/outcome-counts.ts'
import { cashNumber, terminalNumber } from '../capability-shapes.ts'
import type { Answer } from './provider.ts'
import { isOpenState, type Payment, type PaymentState } from './rules.ts'
import { findPayment } from './store.ts'

const labels: ReadonlyMap<number, string> = new Map(
  Object.entries({
    ...paymentProvider,
    ...joinedProvider,
    cash: cashNumber,
    terminal: terminalNumber,
  }).map(([name, number]) => [number, name]),
)

/** The provider's name in figures and logs. */
export function providerLabel(provider: number): string {
  return labels.get(provider) ?? 'other'
}

/**
 * `opened`: its page was given to the buyer. `refused` and `unanswered` are failures of the provider, `declined` is its
 * word about a card, `left` a buyer who did not pay.
 */
export const paymentOutcomes = [
  'opened',
  'refused',
  'unanswered',
  'captured',
  'declined',
  'left',
] as const

const outcomeOfAnswer = { answered: 'opened', refused: 'refused', unknown: 'unanswered' } as const

/** Counts how a provider answered the request to take money. */
export function countAnswer(
  { provider }: Pick<Payment, 'provider'>,
  answer: Answer<unknown>['kind'],
): void {
  countOutcome('payment', providerLabel(provider), outcomeOfAnswer[answer])
}

const outcomeOfState: Readonly<Partial<Record<PaymentState, (typeof paymentOutcomes)[number]>>> = {
  unknown: 'unanswered',
  captured: 'captured',
  refunding: 'captured',
  declined: 'declined',
  expired: 'left',
  canceled: 'left',
}

/** Counts the end of an open payment, or that its provider has become silent, when its transaction has committed. */
export function countChange(before: PaymentState, { provider, state }: Payment): void {
  const outcome = outcomeOfState[state]
  if (outcome === undefined || before === state || !isOpenState(before)) return
  countOutcome('payment', providerLabel(provider), outcome)
}

/** The fields of a log line about a payment. */
export function loggedPayment({ id, provider, orderKey }: Payment): object {
  return { paymentId: id, provider: providerLabel(provider), orderKey }
}

/** The same where only its id is known; no more than that when it cannot be read now. */
export async function paymentForLog(context: Context, paymentId: string): Promise<object> {
  const payment = await findPayment(context, paymentId).catch(() => null)
  return payment ? loggedPayment(payment) : { paymentId }
}
