import { useState, type FormEvent } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { WaitButton } from '#design/parts/wait-button.tsx'
import { acceptInvitation, guestNameLengthMax } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { InvitedHead } from './invited-head.tsx'
import type { InvitedProps } from './invited.ts'

/** To come along: a name, then waiting, then a ticket to take over. */
export function InvitedToJoin(props: InvitedProps) {
  const { invited, name } = props
  const t = useTexts()
  switch (invited.state) {
    case 'open':
      return (
        <InvitedHead title={t('joinTitle', { name })} text={t('joinText')}>
          <AcceptForm {...props} />
        </InvitedHead>
      )
    case 'accepted':
      return <InvitedHead title={t('acceptedTitle')} text={t('acceptedText', { name })} />
    case 'ready':
      return (
        <InvitedHead title={t('readyTitle')} text={t('readyText')}>
          <a href={invited.ticketPath ?? ''} className="button button-large">
            {t('toTicket')}
          </a>
        </InvitedHead>
      )
    case 'received':
      return (
        <InvitedHead title={t('receivedTitle')} text={t('receivedText')}>
          <LocalLink to="/account/received" className="button button-large">
            {t('toMyTickets')}
          </LocalLink>
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
  const { run, isWaiting, refusal } = useWork(t('networkProblem'))
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
      <WaitButton
        type="submit"
        className="button button-large"
        isWaiting={isWaiting}
        waitingText={t('working')}
      >
        {t('accept')}
      </WaitButton>
    </form>
  )
}
