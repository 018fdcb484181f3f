import { createContext, type ReactNode } from 'react'

export interface AskToPayProps {
  readonly orderKey: string
  /** Something has happened to the order. */
  readonly onChanged: () => void
}

/** What the shell adds to the checkout: invitations belong to a module of a higher layer. */
interface AskingParts {
  /** Asks somebody else to pay an order whose details are complete. */
  readonly panel: (props: AskToPayProps) => ReactNode
  /** Says who is at the bank for the buyer, where somebody is. */
  readonly note: (props: AskToPayProps) => ReactNode
}

/** Null where nobody else can be asked. */
export const AskingContext = createContext<AskingParts | null>(null)
