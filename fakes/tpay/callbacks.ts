import {
  Callbacks as SharedCallbacks,
  type CallbackOptions,
  type Message,
} from '../shared/callbacks.ts'
import type { FaultRegistry } from '../shared/fault-registry.ts'
import type { PaymentStore } from '../shared/payment-store.ts'
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
  payments: PaymentStore<Payment>,
  faults: FaultRegistry<Misbehaviour>,
  options: Pick<CallbackOptions<Payment>, 'retryDelaysMs' | 'timeoutMs'>,
): Callbacks {
  const faultsOf = (payId: string) => ({
    callbackDelayMs: faults.read('callbackDelayMs', payId),
    callbackCopies: faults.read('callbackCopies', payId),
    callbackLost: faults.read('callbackLost', payId),
  })
  const callbacks: Callbacks = new SharedCallbacks(payments, faultsOf, {
    ...options,
    idOf: (payment) => payment.payId,
    messageOf: (payment) => messageOf(payment.payId),
    onDelivered: sendFalseFailure,
  })
  return callbacks

  /** Sends the false failure configured by `failureAfterSuccess`, once. */
  function sendFalseFailure(payment: Payment): void {
    if (!faults.read('failureAfterSuccess', payment.payId)) return
    if (payment.status !== 'Succeeded') return
    const lie = {
      failureAfterSuccess: false,
      reportStatus: 'Failed',
      reportStatusCalls: 1,
    } as const
    faults.add(lie, payment.payId)
    callbacks.attemptLater(payment.payId, 0)
  }
}
