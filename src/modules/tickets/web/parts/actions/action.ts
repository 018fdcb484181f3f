import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { OrderTicketsView } from '../../../contract.ts'
import type { TicketCardView } from '../../../shapes.ts'
import type { useTexts } from '../../texts.ts'

/** What a panel is about. */
export interface ActionPanelProps {
  readonly ticket: TicketCardView
  /** Position of the ticket on the page, from 1. */
  readonly number: number
  /** The order's number; empty on the page of received tickets. */
  readonly orderNumber: string
  /** The order is the caller's own: money for it comes back to them. */
  readonly isBuyers: boolean
  /** How many tickets of the order the caller holds. */
  readonly heldCount: number
  /** Closes the panel. `hasChanged` reloads the page's data first. */
  readonly onClose: (hasChanged?: boolean) => void
  /** The ticket is no longer what the page shows: however the panel is closed, the page's data is loaded anew. */
  readonly onChanged?: () => void
}

/** An entry in the menu of a ticket. Its panel is downloaded when it is first opened. */
export interface TicketAction {
  readonly id: string
  readonly label: Parameters<ReturnType<typeof useTexts>>[0]
  readonly Icon: LucideIcon
  /** Whether this ticket has the action at all; the server decides again on every request. */
  isOffered(ticket: TicketCardView, order: OrderTicketsView['order'] | null): boolean
  load(): Promise<{ readonly default: ComponentType<ActionPanelProps> }>
}

/** An entry that leads to a page of its own. */
export interface TicketLink {
  readonly id: string
  readonly label: TicketAction['label']
  readonly Icon: LucideIcon
  /** Its address without a language; null where this ticket has no such way. */
  pathOf(ticket: TicketCardView): string | null
}
