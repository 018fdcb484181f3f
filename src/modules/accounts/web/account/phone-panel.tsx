import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { Panel } from '#design/parts/card.tsx'
import { hasPhoneShape } from '#kernel/phone-shape.ts'
import { accountsChangePhone } from '../../care-contract.ts'
import type { AccountView } from '../../shapes.ts'
import { useProvenClient, type ProvenClient } from '../step-up/use-proven-client.ts'
import { useTexts } from '../texts.ts'
import { CodeForm, sentCode, type SentCode } from './code-form.tsx'
import { DoneNote } from './done-note.tsx'

interface SentToPhone extends SentCode {
  readonly phone: string
}

/** The phone is changed with the code that was sent to it. */
export function PhonePanel({ account }: { account: AccountView }) {
  const t = useTexts()
  const client = useProvenClient()
  const { revalidate } = useRevalidator()
  const [sent, setSent] = useState<SentToPhone | null>(null)
  const [isChanged, setChanged] = useState(false)
  const state = account.isPhoneVerified ? t('phoneVerified') : t('phoneNotVerified')
  return (
    <Panel
      title={t('phoneTitle')}
      note={
        <p>
          {account.phone ? (
            <>
              <span className="figures whitespace-nowrap text-ink">{account.phone}</span> · {state}
            </>
          ) : (
            t('phoneNone')
          )}
        </p>
      }
    >
      <div className="grid max-w-[30rem] justify-items-start gap-5 [&>:not(button)]:w-full">
        {sent === null ? (
          <PhoneForm
            unconfirmed={account.isPhoneVerified ? null : account.phone}
            onSent={setSent}
            onTyped={() => setChanged(false)}
          />
        ) : (
          <CodeForm
            sent={sent}
            otherText={t('phoneOther')}
            onOther={() => setSent(null)}
            sendAgain={async () => setSent(await sendCode(client, sent.phone))}
            confirm={async (code) => {
              const body = { codeId: sent.codeId, code }
              await client.send(accountsChangePhone, { body })
              await revalidate()
              setChanged(true)
              setSent(null)
            }}
          />
        )}
        <DoneNote>{isChanged ? t('phoneChanged') : ''}</DoneNote>
      </div>
    </Panel>
  )
}

/** Asks for a code; the answer names it. */
async function sendCode(client: ProvenClient, phone: string): Promise<SentToPhone | null> {
  const reply = await client.send(accountsChangePhone, { body: { phone } }, { isFirstStep: true })
  if (!('codeId' in reply)) return null
  return { phone, ...sentCode(reply) }
}

interface PhoneFormProps {
  /** The number of the account that is still to be confirmed. */
  readonly unconfirmed: string | null
  readonly onSent: (sent: SentToPhone | null) => void
  readonly onTyped: () => void
}

function PhoneForm(props: PhoneFormProps) {
  const t = useTexts()
  const client = useProvenClient()
  const { form, field, change, isWaiting, refusal } = useForm({
    initial: { phone: props.unconfirmed ?? '' },
    words: { phone: t('phoneWrong') },
    check: ({ phone }) => ({
      phone: hasPhoneShape(phone) ? null : t('phoneWrong'),
    }),
    async send({ phone }) {
      props.onSent(await sendCode(client, phone))
      return 'leave'
    },
  })
  return (
    <form {...form} className="space-y-4">
      {refusal && <Notice>{refusal}</Notice>}
      <TextField
        {...field('phone')}
        label={t(props.unconfirmed === null ? 'phoneNew' : 'phoneToConfirm')}
        hint={t('phoneHint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        onChange={(event) => {
          change({ phone: event.target.value })
          props.onTyped()
        }}
      />
      <Button type="submit" look="quiet" isWaiting={isWaiting} waitingText={t('sending')}>
        {t('codeSend')}
      </Button>
    </form>
  )
}
