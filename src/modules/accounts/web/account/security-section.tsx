import { useRevalidator } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { Panel } from '#design/parts/card.tsx'
import { formatDate } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import { authFbDisconnect, authPasswordChange } from '../../care-contract.ts'
import type { AccountView } from '../../shapes.ts'
import { goToExternal } from '../external.ts'
import { PasswordField } from '../parts/password-field.tsx'
import { useProvenClient } from '../step-up/use-proven-client.ts'
import { useTexts } from '../texts.ts'
import { DoneNote } from './done-note.tsx'
import { PasskeyPanel } from './passkey-panel.tsx'
import { SessionPanel, type SessionViews } from './session-panel.tsx'

interface SecuritySectionProps {
  readonly account: AccountView
  readonly sessions: SessionViews
  /** Outside parties that this installation works with. */
  readonly externalProviders: readonly string[]
}

export function SecuritySection({ account, sessions, externalProviders }: SecuritySectionProps) {
  // A connected account can be disconnected even when the provider is no longer configured.
  const hasFacebook = externalProviders.includes('fb') || account.externalAccounts.length > 0
  return (
    <>
      <PasswordPanel />
      <PasskeyPanel account={account} />
      <SessionPanel sessions={sessions} />
      {hasFacebook && <FacebookPanel account={account} />}
    </>
  )
}

function PasswordPanel() {
  const t = useTexts()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const { form, field, change, isWaiting, isSent, refusal } = useForm({
    initial: { oldPassword: '', password: '' },
    call: authPasswordChange,
    words: { oldPassword: t('passwordMissing'), password: t('passwordShort') },
    refusedField: { PasswordWrong: 'oldPassword', PasswordTooCommon: 'password' },
    async send(values) {
      const body = { ...values, confirmPassword: values.password }
      await browserClient(locale).send(authPasswordChange, { body })
      change({ oldPassword: '', password: '' })
      await revalidate()
    },
  })
  return (
    <Panel title={t('passwordTitle')} note={<p>{t('passwordNote')}</p>}>
      <form
        {...form}
        className="grid max-w-[30rem] justify-items-start gap-5 [&>:not(button)]:w-full"
      >
        {refusal && <Notice>{refusal}</Notice>}
        <PasswordField
          {...field('oldPassword')}
          label={t('passwordOld')}
          autoComplete="current-password"
          maxLength={200}
        />
        <PasswordField
          {...field('password')}
          label={t('newPassword')}
          hint={t('passwordHint')}
          autoComplete="new-password"
          maxLength={200}
        />
        <Button type="submit" isWaiting={isWaiting} waitingText={t('saving')}>
          {t('passwordChange')}
        </Button>
        <DoneNote>{isSent ? t('passwordChanged') : ''}</DoneNote>
      </form>
    </Panel>
  )
}

function FacebookPanel({ account }: { account: AccountView }) {
  const t = useTexts()
  const locale = useLocale()
  const client = useProvenClient()
  const { run, isWaiting, refusal } = usePageWork()
  const connected = account.externalAccounts.find(({ provider }) => provider === 'fb')
  const back = localizedPath(locale, '/account/security')
  return (
    <Panel
      title={t('facebookTitle')}
      note={
        <p>
          {connected
            ? t('facebookSince', {
                date: formatDate(locale, connected.connectedAt, { year: true }),
              })
            : t('facebookNote')}
        </p>
      }
    >
      {refusal && <Notice>{refusal}</Notice>}
      <Button
        look="quiet"
        isWaiting={isWaiting}
        waitingText={t('saving')}
        onClick={() =>
          void run(() =>
            connected
              ? client.send(authFbDisconnect, { body: {} })
              : goToExternal(locale, 'connect', back, client),
          )
        }
        className="mt-2"
      >
        {connected ? t('facebookDisconnect') : t('facebookConnect')}
      </Button>
    </Panel>
  )
}
