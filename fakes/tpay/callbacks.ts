import {
  Callbacks as SharedCallbacks,
  type CallbackOptions,
  type Message,
} from '../shared/callbacks.ts'
import type { Habits } from '../shared/habits.ts'
import type { Vault } from '../shared/vault.ts'
import type { Misbehaviour } from './misbehaviour.ts'
import type { Payment } from './protocol.ts'

export type Callbacks = SharedCallbacks<Payment>

/** The bank's unsigned callback: `{"PaymentId": "…"}`. */
export function messageOf(payId: string): Message {
  return { contentType: 'application/json', body: JSON.stringify({ PaymentId: payId }) }
}

/**
 * Sends callbacks for final statuses. The bank documents the first attempt only; repetitions are specific
 * to this fake, so that shops have to handle them.
 */
export function createCallbacks(
  vault: Vault<Payment>,
  habits: Habits<Misbehaviour>,
  options: Pick<CallbackOptions<Payment>, 'retryDelaysMs' | 'timeoutMs'>,
): Callbacks {
  const habitsOf = (payId: string) => ({
    callbackDelayMs: habits.read('callbackDelayMs', payId),
    callbackCopies: habits.read('callbackCopies', payId),
    callbackLost: habits.read('callbackLost', payId),
  })
  const callbacks: Callbacks = new SharedCallbacks(vault, habitsOf, {
    ...options,
    idOf: (payment) => payment.payId,
    messageOf: (payment) => messageOf(payment.payId),
    onDelivered: contradict,
  })
  return callbacks

  /** Sends the false failure configured by `failureAfterSuccess`, once. */
  function contradict(payment: Payment): void {
    if (!habits.read('failureAfterSuccess', payment.payId)) return
    if (payment.status !== 'Succeeded') return
    const lie = {
      failureAfterSuccess: false,
      reportStatus: 'Failed',
      reportStatusCalls: 1,
    } as const
    habits.add(lie, payment.payId)
    callbacks.attemptLater(payment.payId, 0)
  }
}
