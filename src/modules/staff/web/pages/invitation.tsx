import { useEffect, useRef, useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { ErrorState } from '#design/parts/states.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { localizedPath } from '#kernel/locale.ts'
import { staffAccept, staffInvitation, type InvitationView } from '../../team-contract.ts'
import { NewPassword } from '../parts/new-password.tsx'
import { useTexts } from '../texts.ts'

interface Found {
  readonly invitationKey: string
  readonly invitation: InvitationView
}

/** Target of the link in an invitation email: enter name and password to join the team. */
export default function InvitationPage() {
  const t = useTexts()
  const locale = useLocale()
  const [found, setFound] = useState<Found | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const invitationKey = useRef('')
  useEffect(() => {
    // The key is in the URL fragment, which is not sent to servers, and is removed from the address bar at once.
    invitationKey.current = window.location.hash.slice(1) || invitationKey.current
    const key = invitationKey.current
    if (window.location.hash !== '')
      window.history.replaceState(window.history.state, '', window.location.pathname)
    void browserClient(locale)
      .send(staffInvitation, { body: { key: key === '' ? '-' : key } })
      .then((invitation) => setFound({ invitationKey: key, invitation }))
      .catch((error: unknown) => setProblem(error instanceof CallError ? error.message : ''))
  }, [locale])
  return (
    <div className="mx-auto max-w-md py-part">
      <title>{t('invitationPage')}</title>
      {!found && <PageTitle look="office">{t('invitationPage')}</PageTitle>}
      {problem !== null ? (
        <ErrorState
          title={t('invitationGone')}
          action={<LinkButton to="/merchant">{t('toSignIn')}</LinkButton>}
        >
          {problem || t('networkProblem')}
        </ErrorState>
      ) : found ? (
        <Accept {...found} />
      ) : (
        <Skeleton className="h-96 rounded-lg" />
      )}
    </div>
  )
}

function Accept({ invitationKey, invitation }: Found) {
  const t = useTexts()
  const locale = useLocale()
  const { form, field, refusal, isWaiting } = useForm({
    initial: { fullName: '', password: '', confirmPassword: '' },
    call: staffAccept,
    refusedField: { PasswordTooCommon: 'password' },
    check: ({ password, confirmPassword }) => ({
      confirmPassword: password === confirmPassword ? null : t('passwordsDiffer'),
    }),
    async send(values) {
      await browserClient(locale).send(staffAccept, { body: { key: invitationKey, ...values } })
      window.location.assign(localizedPath(locale, '/merchant'))
      return 'leave'
    },
  })
  const { merchantName, email, role } = invitation
  return (
    <form {...form} className="space-y-group">
      <PageTitle look="office">{t('invitationTitle', { merchant: merchantName })}</PageTitle>
      <p className="text-soft">{t('invitationNote', { role: t(`role-${role}`), email })}</p>
      {refusal && <Notice>{refusal}</Notice>}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextField {...field('fullName')} label={t('fullName')} autoComplete="name" />
      <NewPassword field={field} />
      <SubmitBar isWaiting={isWaiting} waitingText={t('waiting')}>
        {t('accept')}
      </SubmitBar>
    </form>
  )
}
