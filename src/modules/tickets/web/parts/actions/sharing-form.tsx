import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { recipientOf, type Recipient } from '#kernel/recipient.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { createShareUrl, donateTickets, shareTickets } from '../../../transfer-contract.ts'
import { useTransferTexts } from '../../transfer-texts.ts'
import type { ActionPanelProps } from './action.ts'
import { OpenShares } from './open-shares.tsx'

interface SharingFormProps extends ActionPanelProps {
  /** The receiver becomes the holder; otherwise the link only shows the ticket. */
  readonly handsOver: boolean
  readonly explanation: string
}

/** Sends a ticket to an address or a phone, or creates a link to copy; open links can be ended here. */
export function SharingForm(props: SharingFormProps) {
  const { ticket, orderNumber, heldCount, handsOver, explanation, onClose } = props
  const t = useTransferTexts()
  const { revalidate } = useRevalidator()
  const { run, isWaiting, refusal } = useWork()
  const [isForAll, setForAll] = useState(false)
  const [said, setSaid] = useState('')
  const isChoosable = heldCount > 1 && orderNumber !== ''
  const { ticketIdentifier } = ticket
  const which = isForAll && isChoosable ? { orderNumber } : { ticketIdentifier }

  async function changed(text: string): Promise<void> {
    await revalidate()
    setSaid(text)
  }

  const send = async (recipient: Recipient): Promise<void> => {
    const call = handsOver ? donateTickets : shareTickets
    await browserClient().send(call, { body: { ...which, ...recipient } })
    await changed(t('sent'))
  }

  const makeLink = () =>
    run(async () => {
      await browserClient().send(createShareUrl, { body: { ...which, handsOver } })
      await changed(t('linkMade'))
    })

  return (
    <div className="mt-3 space-y-5">
      <p className="text-soft">{explanation}</p>
      {refusal && <Notice>{refusal}</Notice>}
      <OpenShares
        shares={ticket.hand.shares.filter((share) => share.handsOver === handsOver)}
        onChanged={changed}
      />
      <output className="block font-semibold text-good empty:hidden">{said}</output>
      {isChoosable && <AllOfThem count={heldCount} isChosen={isForAll} onChoose={setForAll} />}
      <ReceiverForm isWaiting={isWaiting} onSend={send} onMakeLink={makeLink} />
      <Button look="quiet" isWide onClick={() => onClose()}>
        {t('close')}
      </Button>
    </div>
  )
}

function AllOfThem(props: {
  count: number
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}) {
  const t = useTransferTexts()
  return (
    <Checkbox
      label={t('allTickets', { count: props.count })}
      checked={props.isChosen}
      onChange={(event) => props.onChoose(event.target.checked)}
    />
  )
}

interface ReceiverFormProps {
  readonly isWaiting: boolean
  readonly onSend: (recipient: Recipient) => Promise<void>
  readonly onMakeLink: () => Promise<void>
}

function ReceiverForm({ isWaiting: isMakingLink, onSend, onMakeLink }: ReceiverFormProps) {
  const t = useTransferTexts()
  const { form, field, isWaiting, refusal, reset } = useForm({
    initial: { recipient: '' },
    check: ({ recipient }) => ({ recipient: recipientOf(recipient) ? null : t('sendToWrong') }),
    async send({ recipient }) {
      const receiver = recipientOf(recipient)
      if (receiver) await onSend(receiver)
      // The next one is for somebody else.
      reset()
    },
  })
  return (
    <form {...form} className="space-y-4">
      {refusal && <Notice>{refusal}</Notice>}
      <TextField
        {...field('recipient')}
        label={t('sendTo')}
        hint={t('sendToHint')}
        autoComplete="off"
        inputMode="email"
      />
      <div className="flex flex-wrap gap-3 *:grow">
        <Button
          look="quiet"
          aria-disabled={isWaiting || isMakingLink || undefined}
          onClick={() => {
            if (!isWaiting) void onMakeLink()
          }}
        >
          <Link2 size={18} aria-hidden="true" />
          {t('makeLink')}
        </Button>
        <Button type="submit" isWaiting={isWaiting || isMakingLink} waitingText={t('working')}>
          {t('send')}
        </Button>
      </div>
    </form>
  )
}
