import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { EmailField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { Panel } from '#design/parts/card.tsx'
import type { AccountView } from '../../shapes.ts'
import { ownEmailChange, ownEmailConfirm } from '../../step-up-contract.ts'
import { emailKeyLengthMin, useEmailKey } from '../email-key.ts'
import { useProvenClient } from '../step-up/use-proven-client.ts'
import { useTexts } from '../texts.ts'
import { DoneNote } from './done-note.tsx'

/**
 * The sign-in address: changed after a step-up proof, and only with the key that was sent to the new address. The key
 * is confirmed by a button, never by opening the link.
 */
export function EmailPanel({ account }: { account: AccountView }) {
  const t = useTexts()
  const locale = useLocale()
  const key = useEmailKey('email')
  const { run, isWaiting, refusal } = usePageWork()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [state, setState] = useState<'open' | 'spent' | 'changed'>('open')
  const isConfirming = key.length >= emailKeyLengthMin && state === 'open'
  return (
    <Panel
      title={t('emailTitle')}
      note={
        <>
          <p className="break-all text-ink">{account.email}</p>
          <p>{t('emailNote')}</p>
        </>
      }
    >
      <div className="grid max-w-[30rem] justify-items-start gap-4 [&>:not(button)]:w-full">
        {refusal && <Notice>{refusal}</Notice>}
        {isConfirming && (
          <Button
            isWaiting={isWaiting}
            waitingText={t('saving')}
            onClick={() =>
              void run(async () => {
                setState('spent')
                await browserClient(locale).send(ownEmailConfirm, { body: { key } })
                setState('changed')
              })
            }
          >
            {t('emailConfirm')}
          </Button>
        )}
        {!isConfirming && sentTo === null && <EmailForm onSent={setSentTo} />}
        <DoneNote>
          {sentTo === null
            ? state === 'changed' && t('emailChanged')
            : t('emailSent', { email: sentTo })}
        </DoneNote>
      </div>
    </Panel>
  )
}

function EmailForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useTexts()
  const client = useProvenClient()
  const { form, field, isWaiting, refusal } = useForm({
    initial: { email: '' },
    call: ownEmailChange,
    words: { email: t('emailWrong') },
    async send({ email }) {
      await client.send(ownEmailChange, { body: { email: email.trim() } })
      onSent(email.trim())
      return 'leave'
    },
  })
  return (
    <form {...form} className="space-y-4">
      {refusal && <Notice>{refusal}</Notice>}
      <EmailField {...field('email')} label={t('emailNew')} />
      <Button type="submit" look="quiet" isWaiting={isWaiting} waitingText={t('sending')}>
        {t('emailSend')}
      </Button>
    </form>
  )
}
