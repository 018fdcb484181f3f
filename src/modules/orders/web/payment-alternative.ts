import type { OrderView } from '../contract.ts'
import type { SentBuyer } from './use-pay.ts'

/** What happens in the place of going to the bank, once the form says that the details are complete. */
export type PaymentAlternative = (buyer: Promise<SentBuyer>) => Promise<void>

export interface PaymentAlternativeProps {
  readonly order: OrderView
  readonly formId: string
  /** Told by a button as it sends the form. */
  readonly onChosen: (way: PaymentAlternative) => void
  /** A payment is under way, by this or another way: no second one can be started. */
  readonly isBusy: boolean
  /** Told when this way begins a payment, and when it ends without one. */
  readonly onBusy: (isBusy: boolean) => void
  /** Something has happened to the order. */
  readonly onChanged: () => void
}

/** Sends the form from a button that is none of its own: before its script is there such a button does nothing, and pays nothing. */
export function sendForm(formId: string): void {
  const form = document.getElementById(formId)
  if (form instanceof HTMLFormElement) form.requestSubmit()
}
