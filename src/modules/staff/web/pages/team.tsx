import { useState } from 'react'
import { staffRoles, type StaffRole } from '#contract/enumerations.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
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
import { PasswordDialog } from '../parts/password-dialog.tsx'
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

type Change = 'remove' | 'forget' | { readonly role: StaffRole }

function MemberRow({ member, onChanged }: { member: Member; onChanged: () => void }) {
  const t = useTexts()
  const locale = useLocale()
  const [change, setChange] = useState<Change | null>(null)
  const { fullName, email, role, hasPasskey, isYou, lastSignInAt } = member
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
      </div>
      <RoleSelect
        label={`${t('role')}: ${fullName}`}
        role={role}
        onChosen={(chosen) => setChange({ role: chosen })}
      />
      <Button
        look="quiet"
        aria-label={t('removeNamed', { name: fullName })}
        onClick={() => setChange('remove')}
      >
        {t('remove')}
      </Button>
      {change !== null && (
        <ChangeDialog member={member} change={change} setChange={setChange} onChanged={onChanged} />
      )}
    </li>
  )
}

interface ChangeDialogProps {
  readonly member: Member
  readonly change: Change
  readonly setChange: (change: Change | null) => void
  readonly onChanged: () => void
}

/** Asks for the password before a member is changed. */
function ChangeDialog({ member, change, setChange, onChanged }: ChangeDialogProps) {
  const t = useTexts()
  const locale = useLocale()
  const { staffId, fullName, hasPasskey } = member
  const done = () => {
    setChange(null)
    showToast({ text: t('saved') })
    onChanged()
  }
  const shared = { onClose: () => setChange(null) }
  const client = browserClient(locale)
  if (change === 'forget')
    return (
      <PasswordDialog
        key="forget"
        {...shared}
        isDanger
        title={t('forgetPasskeysTitle', { name: fullName })}
        note={t('forgetPasskeysNote')}
        confirmText={t('forgetPasskeys')}
        send={async (password) => {
          await client.send(staffForgetPasskeys, { body: { staffId, password } })
          done()
        }}
      />
    )
  if (change !== 'remove')
    return (
      <PasswordDialog
        key="role"
        {...shared}
        title={t('roleTitle', { name: fullName, role: t(`role-${change.role}`) })}
        note={t(`may-${change.role}`)}
        confirmText={t('roleChange')}
        send={async (password) => {
          await client.send(staffChangeRole, { body: { staffId, role: change.role, password } })
          done()
        }}
      />
    )
  return (
    <PasswordDialog
      key="remove"
      {...shared}
      isDanger
      title={t('removeTitle', { name: fullName })}
      note={t('removeNote')}
      confirmText={t('remove')}
      send={async (password) => {
        await client.send(staffRemove, { body: { staffId, password } })
        done()
      }}
    >
      {hasPasskey && (
        <div className="mt-group border-t border-rule pt-near">
          <p className="text-note text-soft">{t('forgetPasskeysNote')}</p>
          <Button look="quiet" className="mt-tight" onClick={() => setChange('forget')}>
            {t('forgetPasskeys')}
          </Button>
        </div>
      )}
    </PasswordDialog>
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
  const [isConfirming, setConfirming] = useState(false)
  const { invitationId, email, role, invitedBy, expiresAt } = invitation
  return (
    <li className="flex flex-wrap items-center gap-x-group gap-y-tight py-near">
      <div className="min-w-0 grow">
        <Dotted facts={[<EmailAddress key="email">{email}</EmailAddress>, t(`role-${role}`)]} />
        <p className="text-note text-soft">
          {t('invitedBy', { name: invitedBy, at: formatDateTime(locale, expiresAt) })}
        </p>
      </div>
      <Button
        look="quiet"
        aria-label={`${t('withdraw')}: ${email}`}
        onClick={() => setConfirming(true)}
      >
        {t('withdraw')}
      </Button>
      {isConfirming && (
        <PasswordDialog
          title={t('withdrawTitle', { email })}
          confirmText={t('withdraw')}
          onClose={() => setConfirming(false)}
          send={async (password) => {
            const body = { invitationId, password }
            await browserClient(locale).send(staffWithdrawInvitation, { body })
            onChanged()
          }}
        />
      )}
    </li>
  )
}

function Invite({ onInvited }: { onInvited: () => void }) {
  const t = useTexts()
  const locale = useLocale()
  const { form, field, values, refusal, isWaiting, isSent, reset } = useForm({
    initial: { email: '', role: 'manager' as StaffRole, password: '' },
    call: staffInvite,
    refusedField: { StaffKnown: 'email', PasswordWrong: 'password' },
    async send(body) {
      await browserClient(locale).send(staffInvite, { body })
      reset({ email: '', role: body.role, password: '' })
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
      <TextField
        {...field('password')}
        label={t('yourPassword')}
        type="password"
        autoComplete="current-password"
      />
      <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')} done={isSent && t('invited')}>
        {t('invite')}
      </SubmitBar>
    </form>
  )
}
