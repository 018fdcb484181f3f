import { useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { kindOf } from '../numbers-in-kind.ts'
import { useTexts } from '../texts.ts'
import type { TicketAction } from './actions/action.ts'
import { returnOfOff } from './actions/offered.ts'
import { PanelDialog, type TicketActionsProps } from './ticket-actions.tsx'

/** What the buyer can do when the departure does not run, or has no seat left: travel at another time, or have the money back now. */
export function OffWays({ ticket, number, order, heldCount }: TicketActionsProps) {
  const t = useTexts()
  const [opened, setOpened] = useState<TicketAction | null>(null)
  if (!returnOfOff.isOffered(ticket, order)) return null
  const { changePath } = ticket.hand
  const named = (label: string) =>
    `${label}: ${t('actionsTitle', { kind: kindOf(ticket), number })}`
  return (
    <div className="not-printed flex flex-wrap gap-near *:grow">
      {changePath !== null && (
        <LinkButton to={changePath} aria-label={named(t('anotherWay'))}>
          {t('anotherWay')}
        </LinkButton>
      )}
      <Button
        look="quiet"
        aria-label={named(t('returnTicket'))}
        onClick={() => setOpened(returnOfOff)}
      >
        {t('returnTicket')}
      </Button>
      <PanelDialog
        action={opened}
        onClosed={() => setOpened(null)}
        about={{ ticket, number, orderNumber: ticket.orderNumber, isBuyers: true, heldCount }}
      />
    </div>
  )
}
