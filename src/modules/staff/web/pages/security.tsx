import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate } from '#kernel/format.ts'
import { merchantPassword } from '../../contract.ts'
import {
  staffPasskeyAdd,
  staffPasskeyBegin,
  staffPasskeyRemove,
  staffPasskeys,
} from '../../team-contract.ts'
import { makePasskey } from '../passkeys.ts'
import { NewPassword } from '../parts/new-password.tsx'
import { useTexts } from '../texts.ts'

/** The caller's password and passkeys. */
export default function SecurityPage() {
  const t = useTexts()
  return (
    <>
      <title>{t('securityTitle')}</title>
      <PageTitle look="office">{t('securityTitle')}</PageTitle>
      <div className="mt-group space-y-group">
        <Passkeys />
        <Panel title={t('passwordTitle')} note={t('passwordNote')}>
          <ChangePassword />
        </Panel>
      </div>
    </>
  )
}

function ChangePassword() {
  const t = useTexts()
  const locale = useLocale()
  const empty = { oldPassword: '', password: '', confirmPassword: '' }
  const { form, field, refusal, isWaiting, isSent, reset } = useForm({
    initial: empty,
    call: merchantPassword,
    refusedField: { PasswordWrong: 'oldPassword', PasswordTooCommon: 'password' },
    check: ({ password, confirmPassword }) => ({
      confirmPassword: password === confirmPassword ? null : t('passwordsDiffer'),
    }),
    async send(body) {
      await browserClient(locale).send(merchantPassword, { body })
      reset(empty)
    },
  })
  return (
    <form {...form} className="max-w-md space-y-near">
      {refusal && <Notice>{refusal}</Notice>}
      <TextField
        {...field('oldPassword')}
        label={t('oldPassword')}
        type="password"
        autoComplete="current-password"
      />
      <NewPassword field={field} />
      <SubmitBar
        look="quiet"
        isWaiting={isWaiting}
        waitingText={t('waiting')}
        done={isSent && t('passwordChanged')}
      >
        {t('changePassword')}
      </SubmitBar>
    </form>
  )
}

type Outcome =
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'passkeyGivenUp'
  | 'passkeyNotSupported'
  | 'passkeyKnown'

const outcomeMessages = {
  'given-up': 'passkeyGivenUp',
  'not-supported': 'passkeyNotSupported',
  'known-already': 'passkeyKnown',
} as const

function Passkeys() {
  const t = useTexts()
  const locale = useLocale()
  const client = browserClient(locale)
  const { loaded, reload } = useLoaded(staffPasskeys, {})
  const { run, isWaiting, refusal } = useWork()
  const [password, setPassword] = useState('')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const work = (task: () => Promise<Outcome>) =>
    run(async () => {
      setOutcome(null)
      setOutcome(await task())
      setPassword('')
      reload()
    })
  const add = () =>
    work(async () => {
      const started = await client.send(staffPasskeyBegin, { body: { password } })
      const credential = await makePasskey(started.options)
      if (typeof credential === 'string') return outcomeMessages[credential]
      const { challengeId } = started
      const name = t('deviceUnknown')
      const body = { challengeId, credential: { ...credential }, name }
      await client.send(staffPasskeyAdd, { body })
      return 'passkeyAdded'
    })
  const remove = (credentialId: string) =>
    work(async () => {
      await client.send(staffPasskeyRemove, { body: { credentialId, password } })
      return 'passkeyRemoved'
    })
  const isSuccess = outcome === 'passkeyAdded' || outcome === 'passkeyRemoved'
  const problem =
    refusal ??
    (loaded.state === 'failed' ? loaded.problem : null) ??
    (outcome && !isSuccess ? t(outcome) : null)
  return (
    <Panel title={t('passkeysTitle')} note={t('passkeysNote')}>
      {problem && <Notice>{problem}</Notice>}
      {!loaded.value && loaded.state === 'loading' && <Skeleton className="h-16 rounded-lg" />}
      {loaded.value?.items.length === 0 && <p className="text-soft">{t('passkeysNone')}</p>}
      <ul className="divide-y divide-rule">
        {loaded.value?.items.map(({ credentialId, name, createdAt, lastUsedAt }) => (
          <li key={credentialId} className="flex flex-wrap items-center gap-x-group py-near">
            <p className="min-w-0 grow">
              <span className="font-semibold">{name}</span>
              <span className="block text-note text-soft">
                {lastUsedAt
                  ? t('passkeyUsed', { at: formatDate(locale, lastUsedAt, { year: true }) })
                  : t('passkeySince', { at: formatDate(locale, createdAt, { year: true }) })}
              </span>
            </p>
            <Button
              look="plain"
              aria-label={t('passkeyRemoveNamed', { name })}
              onClick={() => void remove(credentialId)}
            >
              {t('passkeyRemove')}
            </Button>
          </li>
        ))}
      </ul>
      <form
        className="mt-near max-w-md space-y-near"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <TextField
          label={t('confirmByPassword')}
          name="confirm"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <SubmitBar
          look="quiet"
          isWaiting={isWaiting}
          waitingText={t('waiting')}
          done={isSuccess && outcome && t(outcome)}
        >
          {t('passkeyAdd')}
        </SubmitBar>
      </form>
    </Panel>
  )
}
