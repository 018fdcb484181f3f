import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { donateToOrganizer } from '../../../transfer-contract.ts'
import { useTransferTexts } from '../../transfer-texts.ts'
import type { ActionPanelProps } from './action.ts'
import { useWork } from '#design/data/use-work.ts'

/** Giving a ticket to the organiser for nothing. It cannot be undone, so it is confirmed first. */
export default function ToOrganizerPanel({ ticket, onClose }: ActionPanelProps) {
  const t = useTransferTexts()
  const [isSure, setSure] = useState(false)
  const { run, isWaiting, refusal } = useWork()

  const give = () =>
    run(async () => {
      const { ticketIdentifier } = ticket
      await browserClient().send(donateToOrganizer, { body: { ticketIdentifier, confirm: true } })
      onClose(true)
    })

  return (
    <div className="mt-3 space-y-4">
      <p>{t('organizerText', { use: ticket.event.use })}</p>
      {refusal && <Notice>{refusal}</Notice>}
      <Checkbox
        label={t('organizerSure')}
        checked={isSure}
        onChange={(event) => setSure(event.target.checked)}
      />
      <div className="flex flex-wrap gap-3 *:grow">
        <Button look="quiet" onClick={() => onClose()}>
          {t('cancel')}
        </Button>
        <Button
          aria-disabled={!isSure || undefined}
          isWaiting={isWaiting}
          waitingText={t('working')}
          onClick={() => {
            if (isSure) void give()
          }}
        >
          {t('organizerGive')}
        </Button>
      </div>
    </div>
  )
}
