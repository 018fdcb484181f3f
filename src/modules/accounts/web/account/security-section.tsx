import { useState } from 'react'
import type { ReplyOf } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Notice } from '#design/parts/notice.tsx'
import { WaitButton } from '#design/parts/wait-button.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatTime } from '#kernel/format.ts'
import { localizedPath } from '#kernel/locale.ts'
import {
  authFbDisconnect,
  authPasswordChange,
  ownEndSession,
  type ownSessions,
} from '../../care-contract.ts'
import type { AccountView } from '../../shapes.ts'
import { deviceName } from '../device-name.ts'
import { goToExternal } from '../external.ts'
import { PasswordField, passwordLengthLeast } from '../parts/password-field.tsx'
import { useTexts } from '../texts.ts'
import { useAction } from '../use-action.ts'
import { useSubmit, type Problems } from '../use-submit.ts'
import { DoneNote, Panel } from './panel.tsx'
import { PasskeyPanel } from './passkey-panel.tsx'

export type SessionViews = ReplyOf<typeof ownSessions>['sessions']

export function SecuritySection(props: { account: AccountView; sessions: SessionViews }) {
  const { account, sessions } = props
  return (
    <>
      <PasswordPanel />
      <PasskeyPanel account={account} />
      <SessionPanel sessions={sessions} />
      <FacebookPanel account={account} />
    </>
  )
}

type Field = 'oldPassword' | 'password'

function PasswordPanel() {
  const t = useTexts()
  const locale = useLocale()
  const action = useAction()
  const [values, setValues] = useState({ oldPassword: '', password: '' })
  const [isChanged, setChanged] = useState(false)
  const { form, isWaiting, problems, refusal, forget } = useSubmit<Field>({
    check() {
      const found: Problems<Field> = {}
      if (values.oldPassword === '') found.oldPassword = t('passwordMissing')
      if (values.password.length < passwordLengthLeast) found.password = t('passwordShort')
      return found
    },
    async send() {
      const body = { ...values, confirmPassword: values.password }
      await browserClient(locale).send(authPasswordChange, { body })
      setValues({ oldPassword: '', password: '' })
      setChanged(true)
      await action.run(() => Promise.resolve())
      return 'stay'
    },
  })
  const field = (name: Field) => ({
    name,
    value: values[name],
    error: problems[name],
    maxLength: 200,
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      setChanged(false)
      forget(name)
    },
  })
  return (
    <Panel title={t('passwordTitle')} note={<p>{t('passwordNote')}</p>}>
      <form
        {...form}
        method="post"
        className="grid max-w-[30rem] justify-items-start gap-5 [&>:not(button)]:w-full"
      >
        {refusal && <Notice>{refusal}</Notice>}
        <PasswordField
          {...field('oldPassword')}
          label={t('passwordOld')}
          autoComplete="current-password"
        />
        <PasswordField
          {...field('password')}
          label={t('newPassword')}
          hint={t('passwordHint')}
          autoComplete="new-password"
        />
        <WaitButton type="submit" isWaiting={isWaiting} waitingText={t('saving')}>
          {t('passwordChange')}
        </WaitButton>
        <DoneNote>{isChanged ? t('passwordChanged') : ''}</DoneNote>
      </form>
    </Panel>
  )
}

function SessionPanel({ sessions }: { sessions: SessionViews }) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useAction()
  return (
    <Panel title={t('sessionsTitle')} note={<p>{t('sessionsNote')}</p>}>
      {refusal && <Notice>{refusal}</Notice>}
      <ul className="border-t border-rule">
        {sessions.map(({ sessionId, userAgent, createdAt, isThis }) => (
          <li
            key={sessionId}
            className="flex flex-wrap items-center justify-between gap-x-5 border-b border-rule py-3"
          >
            <p className="min-w-0">
              <span className="font-semibold">{deviceName(userAgent) || t('deviceUnknown')}</span>
              <span className="figures block text-[0.9375rem] text-soft">
                {t('sessionSince', {
                  date: formatDate(locale, createdAt, { year: true }),
                  time: formatTime(createdAt),
                })}
              </span>
            </p>
            {isThis ? (
              <p className="flex min-h-11 items-center text-good">{t('sessionThis')}</p>
            ) : (
              <button
                type="button"
                aria-disabled={isWaiting || undefined}
                className="link min-h-11"
                onClick={() =>
                  void run(() =>
                    browserClient(locale).send(ownEndSession, { params: { sessionId } }),
                  )
                }
              >
                {t('sessionEnd')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function FacebookPanel({ account }: { account: AccountView }) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useAction()
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
      <WaitButton
        type="button"
        isWaiting={isWaiting}
        waitingText={t('saving')}
        className="button button-quiet mt-2"
        onClick={() =>
          void run(() =>
            connected
              ? browserClient(locale).send(authFbDisconnect, { body: {} })
              : goToExternal(locale, 'connect', back),
          )
        }
      >
        {connected ? t('facebookDisconnect') : t('facebookConnect')}
      </WaitButton>
    </Panel>
  )
}
