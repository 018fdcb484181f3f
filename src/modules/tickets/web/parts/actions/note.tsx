import { browserClient } from '#design/data/browser-calls.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Textarea } from '#design/parts/text-field.tsx'
import { commentTicket, noteLengthMax } from '../../../transfer-contract.ts'
import { useTransferTexts } from '../../transfer-texts.ts'
import type { ActionPanelProps } from './action.ts'

/** The holder's own note on a ticket. */
export default function NotePanel({ ticket, onClose }: ActionPanelProps) {
  const t = useTransferTexts()
  const { form, field, isWaiting, refusal } = useForm({
    initial: { comment: ticket.hand.note },
    call: commentTicket,
    async send({ comment }) {
      const { ticketIdentifier } = ticket
      await browserClient().send(commentTicket, { body: { ticketIdentifier, comment } })
      onClose(true)
      return 'leave'
    },
  })
  return (
    <form {...form} className="mt-4 space-y-4">
      {refusal && <Notice>{refusal}</Notice>}
      <Textarea
        {...field('comment')}
        label={t('noteLabel')}
        hint={t('noteHint')}
        rows={4}
        maxLength={noteLengthMax}
      />
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
