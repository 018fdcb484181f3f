import { Link2, Mail, Phone, X } from 'lucide-react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { CopyField } from '#design/parts/copy-field.tsx'
import { FieldError } from '#design/parts/field-frame.tsx'
import { revokeInvitation, type InvitationView } from '../../contract.ts'
import { useTexts } from '../texts.ts'

const channelIcons = { link: Link2, email: Mail, phone: Phone } as const

const stateText = {
  open: 'stateOpen',
  paying: 'statePaying',
  paid: 'statePaid',
  accepted: 'stateAccepted',
  ready: 'stateReady',
  taken: 'stateTaken',
  ended: 'stateEnded',
} as const

interface InvitationListProps {
  readonly orderKey: string
  readonly invitations: readonly InvitationView[]
  readonly onRevoked: () => Promise<void>
}

/** Sent invitations with their state and a button to revoke each. */
export function InvitationList({ orderKey, invitations, onRevoked }: InvitationListProps) {
  const t = useTexts()
  if (invitations.length === 0) return null
  return (
    <ul className="divide-y divide-rule border-y border-rule" aria-label={t('invited')}>
      {invitations.map((invitation) => (
        <Row
          key={invitation.invitationId}
          orderKey={orderKey}
          invitation={invitation}
          onRevoked={onRevoked}
        />
      ))}
    </ul>
  )
}

function Row(props: {
  orderKey: string
  invitation: InvitationView
  onRevoked: () => Promise<void>
}) {
  const { orderKey, invitation, onRevoked } = props
  const { invitationId, state, url } = invitation
  const t = useTexts()
  const { run, isWaiting, refusal } = useWork()
  const Icon = channelIcons[invitation.channel]
  const isOver = state === 'taken' || state === 'paid'

  const revoke = () =>
    run(async () => {
      await browserClient().send(revokeInvitation, { body: { orderKey, invitationId } })
      await onRevoked()
    })

  return (
    <li className="space-y-2 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Icon size={18} aria-hidden="true" className="shrink-0 text-accent" />
        <span className="min-w-0 grow basis-40">
          <span className="font-semibold break-words">
            {invitation.name || invitation.recipient || t('aLink')}
          </span>
          <span className="block text-sm text-soft">{t(stateText[state])}</span>
        </span>
        {!isOver && (
          <Button
            look="quiet"
            aria-disabled={isWaiting || undefined}
            onClick={() => void revoke()}
            className="px-3"
          >
            <X size={18} aria-hidden="true" />
            {t('revoke')}
          </Button>
        )}
      </div>
      {url && state === 'open' && <CopyField label={t('aLink')} value={url} />}
      {refusal && <FieldError id={`${invitationId}-problem`}>{refusal}</FieldError>}
    </li>
  )
}
