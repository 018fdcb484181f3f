import { useState } from 'react'
import { staffRoles, type StaffRole } from '#contract/enumerations.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { EmailAddress } from '#design/parts/email.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { showToast } from '#design/parts/toast.ts'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import {
  staffChangeRole,
  staffForgetPasskeys,
  staffInvite,
  staffRemove,
  staffTeam,
  staffWithdrawInvitation,
  type StaffTeamView,
} from '../../team-contract.ts'
import { useTexts } from '../texts.ts'

/** Members of the organiser's team: owners invite, change roles and remove. */
export default function TeamPage() {
  const t = useTexts()
  const part = useLoaded(staffTeam, {})
  return (
    <>
      <title>{t('teamTitle')}</title>
      <PageTitle look="office">{t('teamTitle')}</PageTitle>
      <p className="mt-1 text-soft">{t('teamNote')}</p>
      <div className="mt-group space-y-group">
        <LoadedPart of={part}>
          {(value) => <Team team={value} onChanged={part.reload} />}
        </LoadedPart>
      </div>
    </>
  )
}

type Member = StaffTeamView['members'][number]
type Invitation = StaffTeamView['invitations'][number]

function Team({ team, onChanged }: { team: StaffTeamView; onChanged: () => void }) {
  const t = useTexts()
  return (
    <>
      <ul className="border-t border-rule">
        {team.members.map((member) => (
          <MemberRow key={member.staffId} member={member} onChanged={onChanged} />
        ))}
      </ul>
      {team.invitations.length > 0 && (
        <Panel title={t('invitationsTitle')} look="ruled">
          <ul className="divide-y divide-rule">
            {team.invitations.map((invitation) => (
              <InvitationRow
                key={invitation.invitationId}
                invitation={invitation}
                onChanged={onChanged}
              />
            ))}
          </ul>
        </Panel>
      )}
      <Panel title={t('inviteTitle')} look="ruled">
        <Invite onInvited={onChanged} />
      </Panel>
    </>
  )
}

function MemberRow({ member, onChanged }: { member: Member; onChanged: () => void }) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const [isConfirming, setConfirming] = useState(false)
  const { staffId, fullName, email, role, hasPasskey, isYou, lastSignInAt } = member
  const change = (work: () => Promise<unknown>) =>
    run(async () => {
      await work()
      setConfirming(false)
      showToast({ text: t('saved') })
      onChanged()
    })
  const client = browserClient(locale)
  return (
    <li className="flex flex-wrap items-end gap-x-group gap-y-near border-b border-rule py-near">
      <div className="min-w-0 grow basis-60">
        <p className="flex flex-wrap items-center gap-tight">
          <span className="font-semibold">{fullName}</span>
          {isYou && <Badge>{t('you')}</Badge>}
          {hasPasskey && <Badge tone="good">{t('withPasskey')}</Badge>}
        </p>
        <p className="text-note text-soft">
          <EmailAddress>{email}</EmailAddress>
        </p>
        <p className="text-note text-soft">
          {lastSignInAt
            ? t('lastSignIn', { at: formatDateTime(locale, lastSignInAt) })
            : t('neverSignedIn')}
        </p>
        {refusal && <Notice>{refusal}</Notice>}
      </div>
      <RoleSelect
        label={`${t('role')}: ${fullName}`}
        role={role}
        onChosen={(chosen) =>
          void change(() => client.send(staffChangeRole, { body: { staffId, role: chosen } }))
        }
      />
      <Button
        look="quiet"
        aria-label={t('removeNamed', { name: fullName })}
        onClick={() => setConfirming(true)}
      >
        {t('remove')}
      </Button>
      <Dialog
        isOpen={isConfirming}
        isSheet
        title={t('removeTitle', { name: fullName })}
        onClose={() => setConfirming(false)}
      >
        <p className="mt-near text-soft">{t('removeNote')}</p>
        {refusal && <Notice>{refusal}</Notice>}
        <div className="mt-group flex flex-wrap gap-near">
          <Button
            look="danger"
            isWaiting={isWaiting}
            waitingText={t('waiting')}
            onClick={() => void change(() => client.send(staffRemove, { body: { staffId } }))}
          >
            {t('remove')}
          </Button>
          <Button look="quiet" onClick={() => setConfirming(false)}>
            {t('cancel')}
          </Button>
        </div>
        {hasPasskey && (
          <div className="mt-group border-t border-rule pt-near">
            <p className="text-note text-soft">{t('forgetPasskeysNote')}</p>
            <Button
              look="quiet"
              className="mt-tight"
              isWaiting={isWaiting}
              waitingText={t('waiting')}
              onClick={() =>
                void change(() => client.send(staffForgetPasskeys, { body: { staffId } }))
              }
            >
              {t('forgetPasskeys')}
            </Button>
          </div>
        )}
      </Dialog>
    </li>
  )
}

interface RoleSelectProps {
  readonly label: string
  readonly role: StaffRole
  readonly onChosen: (role: StaffRole) => void
}

function RoleSelect({ label, role, onChosen }: RoleSelectProps) {
  const t = useTexts()
  return (
    <Select
      label={label}
      isLabelHidden
      frameClassName="w-48"
      value={role}
      onChange={({ target }) => onChosen(target.value as StaffRole)}
    >
      {staffRoles.map((one) => (
        <option key={one} value={one}>
          {t(`role-${one}`)}
        </option>
      ))}
    </Select>
  )
}

function InvitationRow(props: { invitation: Invitation; onChanged: () => void }) {
  const { invitation, onChanged } = props
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const { invitationId, email, role, invitedBy, expiresAt } = invitation
  const withdraw = () =>
    run(async () => {
      await browserClient(locale).send(staffWithdrawInvitation, { body: { invitationId } })
      onChanged()
    })
  return (
    <li className="flex flex-wrap items-center gap-x-group gap-y-tight py-near">
      <div className="min-w-0 grow">
        <Dotted facts={[<EmailAddress key="email">{email}</EmailAddress>, t(`role-${role}`)]} />
        <p className="text-note text-soft">
          {t('invitedBy', { name: invitedBy, at: formatDateTime(locale, expiresAt) })}
        </p>
        {refusal && <Notice>{refusal}</Notice>}
      </div>
      <Button
        look="quiet"
        aria-label={`${t('withdraw')}: ${email}`}
        isWaiting={isWaiting}
        waitingText={t('waiting')}
        onClick={() => void withdraw()}
      >
        {t('withdraw')}
      </Button>
    </li>
  )
}

function Invite({ onInvited }: { onInvited: () => void }) {
  const t = useTexts()
  const locale = useLocale()
  const { form, field, values, refusal, isWaiting, isSent, reset } = useForm({
    initial: { email: '', role: 'manager' as StaffRole },
    call: staffInvite,
    refusedField: { StaffKnown: 'email' },
    async send(body) {
      await browserClient(locale).send(staffInvite, { body })
      reset({ email: '', role: body.role })
      onInvited()
    },
  })
  return (
    <form {...form} className="max-w-xl space-y-near">
      {refusal && <Notice>{refusal}</Notice>}
      <TextField {...field('email')} label={t('email')} type="email" autoComplete="off" />
      <Select {...field('role')} label={t('role')} hint={t(`may-${values.role}`)}>
        {staffRoles.map((one) => (
          <option key={one} value={one}>
            {t(`role-${one}`)}
          </option>
        ))}
      </Select>
      <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')} done={isSent && t('invited')}>
        {t('invite')}
      </SubmitBar>
    </form>
  )
}
