import { useId, useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { commentTicket, noteLengthMax } from '../../../transfer-contract.ts'
import { useTransferTexts } from '../../transfer-texts.ts'
import type { ActionPanelProps } from './action.ts'
import { useWork } from '#design/data/use-work.ts'

/** The holder's own note on a ticket. */
export default function NotePanel({ ticket, onClose }: ActionPanelProps) {
  const t = useTransferTexts()
  const id = useId()
  const [comment, setComment] = useState(ticket.hand.note)
  const { run, isWaiting, refusal } = useWork()

  const save = () =>
    run(async () => {
      const { ticketIdentifier } = ticket
      await browserClient().send(commentTicket, { body: { ticketIdentifier, comment } })
      onClose(true)
    })

  return (
    <form
      className="mt-4 space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {refusal && <Notice>{refusal}</Notice>}
      <div>
        <label htmlFor={id} className="font-semibold">
          {t('noteLabel')}
        </label>
        <p id={`${id}-hint`} className="text-note text-soft">
          {t('noteHint')}
        </p>
        <textarea
          id={id}
          name="comment"
          rows={4}
          maxLength={noteLengthMax}
          value={comment}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setComment(event.target.value)}
          className="field mt-1.5 block"
        />
      </div>
      <div className="flex flex-wrap gap-3 *:grow">
        <Button look="quiet" onClick={() => onClose()}>
          {t('cancel')}
        </Button>
        <Button type="submit" isWaiting={isWaiting} waitingText={t('saving')}>
          {t('noteSave')}
        </Button>
      </div>
    </form>
  )
}
