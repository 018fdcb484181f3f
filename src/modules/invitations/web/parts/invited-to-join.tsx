import { useState, type FormEvent } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { acceptInvitation, guestNameLengthMax } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { InvitedCard } from './invited-card.tsx'
import { InvitedHead } from './invited-head.tsx'
import type { InvitedProps } from './invited.ts'

/** Steps of joining: enter a name, wait for payment, receive the ticket. */
export function InvitedToJoin(props: InvitedProps) {
  const { invited, name } = props
  const t = useTexts()
  // What one is asked for stands above the question.
  if (invited.state === 'open')
    return (
      <>
        <InvitedHead title={t('joinTitle', { name })} text={t('joinText')} />
        <InvitedCard invited={invited} />
        <AcceptForm {...props} />
      </>
    )
  return (
    <>
      <Joined {...props} />
      <InvitedCard invited={invited} />
    </>
  )
}

function Joined({ invited, name }: InvitedProps) {
  const t = useTexts()
  switch (invited.state) {
    case 'accepted':
      return <InvitedHead title={t('acceptedTitle')} text={t('acceptedText', { name })} />
    case 'ready':
      return (
        <InvitedHead title={t('readyTitle')} text={t('readyText')}>
          <LinkButton size="large" href={invited.ticketPath ?? ''}>
            {t('toTicket')}
          </LinkButton>
        </InvitedHead>
      )
    case 'received':
      return (
        <InvitedHead title={t('receivedTitle')} text={t('receivedText')}>
          <LinkButton size="large" to="/account/received">
            {t('toMyTickets')}
          </LinkButton>
        </InvitedHead>
      )
    case 'taken':
      return <InvitedHead title={t('takenTitle')} text={t('takenText', { name })} />
    default:
      return <InvitedHead title={t('joinEndedTitle')} text={t('joinEndedText', { name })} />
  }
}

function AcceptForm({ token, onInvited }: InvitedProps) {
  const t = useTexts()
  const { run, isWaiting, refusal } = useWork()
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const given = name.trim()
    setMissing(given === '')
    if (given === '') return
    void run(async () =>
      onInvited(await browserClient().send(acceptInvitation, { body: { token, name: given } })),
    )
  }

  return (
    <form noValidate onSubmit={submit} className="max-w-md space-y-4">
      {refusal && <Notice>{refusal}</Notice>}
      <TextField
        label={t('yourName')}
        hint={t('yourNameHint')}
        name="name"
        autoComplete="given-name"
        maxLength={guestNameLengthMax}
        value={name}
        error={isMissing ? t('yourNameMissing') : null}
        onChange={(event) => {
          setName(event.target.value)
          setMissing(false)
        }}
      />
      <Button type="submit" size="large" isWaiting={isWaiting} waitingText={t('working')}>
        {t('accept')}
      </Button>
    </form>
  )
}
