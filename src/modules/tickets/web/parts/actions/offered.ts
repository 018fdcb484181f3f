import {
  ClipboardPen,
  Gift,
  HandHeart,
  IdCard,
  NotebookPen,
  Recycle,
  Share2,
  Undo2,
  WalletCards,
} from 'lucide-react'
import type { OrderTicketsView } from '../../../contract.ts'
import type { TicketCardView } from '../../../shapes.ts'
import type { TicketAction } from './action.ts'

/** Its holder may pass it on: it opens the door, and theirs it is. */
function isPassable({ hand, qr }: TicketCardView): boolean {
  return hand.isOwn && qr !== null && !hand.isUsed
}

/** Everything that can be done with a ticket, in the order of the menu. */
export const ticketActions: readonly TicketAction[] = [
  {
    id: 'wallet',
    label: 'actionWallet',
    Icon: WalletCards,
    isOffered: isPassable,
    load: () => import('./wallet.tsx'),
  },
  {
    id: 'share',
    label: 'actionShare',
    Icon: Share2,
    isOffered: isPassable,
    load: () => import('./share.tsx'),
  },
  {
    id: 'pass-on',
    label: 'actionPassOn',
    Icon: Gift,
    isOffered: isPassable,
    load: () => import('./transfer.tsx'),
  },
  {
    id: 'verify',
    label: 'actionVerify',
    Icon: IdCard,
    isOffered: isPassable,
    load: () => import('./verify.tsx'),
  },
  {
    id: 'details',
    label: 'actionDetails',
    Icon: ClipboardPen,
    isOffered: (ticket, order) => order !== null && ticket.hand.isOwn && ticket.hasDetails,
    load: () => import('./details.tsx'),
  },
  {
    id: 'note',
    label: 'actionNote',
    Icon: NotebookPen,
    isOffered: ({ hand }) => hand.isOwn,
    load: () => import('./note.tsx'),
  },
  {
    id: 'to-organizer',
    label: 'actionToOrganizer',
    Icon: HandHeart,
    isOffered: isPassable,
    load: () => import('./to-organizer.tsx'),
  },
  {
    id: 'return',
    label: 'actionReturn',
    Icon: Undo2,
    isOffered: canGoBack,
    load: () => import('./return.tsx'),
  },
  {
    id: 'resale',
    label: 'actionResale',
    Icon: Recycle,
    isOffered: canGoBack,
    load: () => import('./resale.tsx'),
  },
]

/** A valid ticket of the caller's own order; the panel shows the terms of its policy. */
function canGoBack(ticket: TicketCardView, order: OrderTicketsView['order'] | null): boolean {
  return isPassable(ticket) && order !== null
}
