import { NotebookPen } from 'lucide-react'
import type { TicketAction } from './action.ts'

/** Everything that can be done with a ticket, in the order of the menu. */
export const ticketActions: readonly TicketAction[] = [
  {
    id: 'note',
    label: 'actionNote',
    Icon: NotebookPen,
    isOffered: ({ hand }) => hand.isOwn,
    load: () => import('./note.tsx'),
  },
]
