import {
  ArrowLeftRight,
  ClipboardPen,
  Gift,
  IdCard,
  NotebookPen,
  Share2,
  Undo2,
  UserPen,
  WalletCards,
} from 'lucide-react'
import type { TicketCardView } from '../../../shapes.ts'
import type { TicketAction, TicketLink } from './action.ts'

/** Its holder may transfer it: it is valid and theirs. */
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
    isOffered: (ticket) => isPassable(ticket) && ticket.hand.mayPassOn,
    load: () => import('./transfer.tsx'),
  },
  {
    id: 'verify',
    label: 'actionVerify',
    Icon: IdCard,
    // Names are for people: goods and baggage admit nobody.
    isOffered: (ticket) => isPassable(ticket) && !ticket.isGoods && !ticket.isBaggage,
    load: () => import('./verify.tsx'),
  },
  {
    id: 'rename',
    label: 'actionRename',
    Icon: UserPen,
    isOffered: (ticket, order) => order !== null && isPassable(ticket) && ticket.hand.mayRename,
    load: () => import('./rename.tsx'),
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
    id: 'cant-go',
    label: 'actionCantGo',
    Icon: Undo2,
    isOffered: isPassable,
    load: () => import('./cant-go.tsx'),
  },
]

/** Its departure does not run, or its seat is gone: it may be returned before the money comes back by itself. */
export const returnOfOff: TicketAction = {
  id: 'return',
  label: 'returnTicket',
  Icon: Undo2,
  isOffered: ({ event, hand, item, statusName }, order) =>
    order !== null &&
    hand.isOwn &&
    !hand.isUsed &&
    event.isCancelled &&
    statusName === 'Active' &&
    (item.about.kind === 'journey' || item.about.kind === 'flight'),
  load: () => import('./return-off.tsx'),
}

/** What has a page of its own, below the panels. */
export const ticketLinks: readonly TicketLink[] = [
  {
    id: 'change',
    label: 'actionChange',
    Icon: ArrowLeftRight,
    pathOf: ({ hand, qr }) => (qr === null ? null : hand.changePath),
  },
]
