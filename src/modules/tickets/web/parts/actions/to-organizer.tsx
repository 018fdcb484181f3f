import { useId, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Notice } from '#design/parts/notice.tsx'
import { WaitButton } from '#design/parts/wait-button.tsx'
import { donateToOrganizer } from '../../../transfer-contract.ts'
import { useTransferTexts } from '../../transfer-texts.ts'
import type { ActionPanelProps } from './action.ts'
import { usePanelWork } from './use-panel.ts'

/** Giving a ticket to the organiser for nothing. It cannot be undone, so it is confirmed first. */
export default function ToOrganizerPanel({ ticket, onClose }: ActionPanelProps) {
  const t = useTransferTexts()
  const id = useId()
  const [isSure, setSure] = useState(false)
  const { run, isWaiting, refusal } = usePanelWork()

  const give = () =>
    run(async () => {
      const { ticketIdentifier } = ticket
      await browserClient().send(donateToOrganizer, { body: { ticketIdentifier, confirm: true } })
      onClose(true)
    })

  return (
    <div className="mt-3 space-y-4">
      <p>{t('organizerText')}</p>
      {refusal && <Notice>{refusal}</Notice>}
      <label htmlFor={id} className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          id={id}
          type="checkbox"
          checked={isSure}
          onChange={(event) => setSure(event.target.checked)}
          className="size-5 shrink-0 accent-(--accent)"
        />
        {t('organizerSure')}
      </label>
      <div className="flex flex-wrap gap-3 *:grow">
        <button type="button" className="button button-quiet" onClick={() => onClose()}>
          {t('cancel')}
        </button>
        <WaitButton
          type="button"
          className="button"
          aria-disabled={!isSure || undefined}
          isWaiting={isWaiting}
          waitingText={t('working')}
          onClick={() => {
            if (isSure) void give()
          }}
        >
          {t('organizerGive')}
        </WaitButton>
      </div>
    </div>
  )
}
