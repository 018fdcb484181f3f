import { useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { CodeField } from '#design/parts/code-field.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { queueSendOtp, queueValidateOtp } from '#modules/queue/contract.ts'
import { useChoosingTexts } from '../choosing-texts.ts'

interface QueuePhoneProps {
  readonly showId: number
  /** The phone is verified: joins the queue with the pass. */
  readonly onProved: (phonePass: string) => void
}

/** For queues with one place per phone: asks for the phone, then for the code sent to it. */
export default function QueuePhone({ showId, onProved }: QueuePhoneProps) {
  const t = useChoosingTexts()
  const locale = useLocale()
  const [phone, setPhone] = useState('+995 ')
  const [sent, setSent] = useState<{ codeId: string; phoneHint: string } | null>(null)
  const [code, setCode] = useState('')
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function run(work: () => Promise<void>): Promise<void> {
    if (isRunning) return
    setRunning(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      const isField = error instanceof CallError && error.fields.length > 0
      setProblem(
        isField
          ? t('linePhoneWrong')
          : error instanceof CallError
            ? error.message
            : t('lineFailed'),
      )
    } finally {
      setRunning(false)
    }
  }
  const client = browserClient(locale)
  const send = (): Promise<void> =>
    run(async () => setSent(await client.send(queueSendOtp, { body: { showId, phone } })))
  const prove = (codeId: string): Promise<void> =>
    run(async () => {
      const body = { showId, codeId, code }
      onProved((await client.send(queueValidateOtp, { body })).phonePass)
    })

  return (
    <form
      className="mt-5 space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        void (sent ? prove(sent.codeId) : send())
      }}
    >
      <p>{t('linePhoneWhy')}</p>
      {sent ? (
        <CodeField
          label={t('lineCode', { phone: sent.phoneHint })}
          name="code"
          value={code}
          length={6}
          required
          error={problem}
          onCode={setCode}
        />
      ) : (
        <TextField
          label={t('linePhone')}
          name="phone"
          type="tel"
          value={phone}
          autoComplete="tel"
          required
          error={problem}
          onChange={(event) => setPhone(event.target.value)}
        />
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" isWaiting={isRunning} waitingText={t('lineJoining')}>
          {sent ? t('lineCodeSend') : t('linePhoneSend')}
        </Button>
        {sent && (
          <button type="button" className="link py-2.5" onClick={() => setSent(null)}>
            {t('linePhoneOther')}
          </button>
        )}
      </div>
    </form>
  )
}
