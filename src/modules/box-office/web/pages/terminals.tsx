import { useState } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { CallError } from '#contract/client.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useProvenClient } from '#modules/accounts/web/step-up/use-proven-client.ts'
import { assignTerminal, listTerminals, type TerminalView } from '../../terminals-contract.ts'
import { useTexts } from '../texts.ts'

export function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  return signInFirst(calls, url, calls.send(listTerminals))
}

/** Which organiser has which card terminal. */
export default function TerminalsPage() {
  const t = useTexts()
  const { terminals, merchants } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{t('terminalsTitle')}</title>
      <PageTitle look="office">{t('terminalsTitle')}</PageTitle>
      <p className="mt-2 max-w-[42rem] text-soft">{t('terminalsLead')}</p>
      <div className="mt-group space-y-part">
        <Panel title={t('terminalGive')}>
          <Give merchants={merchants} />
        </Panel>
        {terminals.length === 0 ? (
          <p className="text-soft">{t('terminalsNone')}</p>
        ) : (
          <ul className="divide-y divide-rule border-t border-rule">
            {terminals.map((one) => (
              <Terminal key={one.number} terminal={one} />
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

function Give({
  merchants,
}: {
  merchants: readonly { readonly merchantId: number; readonly name: string }[]
}) {
  const t = useTexts()
  const client = useProvenClient()
  const { revalidate } = useRevalidator()
  const { form, field, refusal, isWaiting, isSent, reset } = useForm({
    initial: { number: '', merchantId: '' },
    refusedField: { TerminalGiven: 'number' },
    check: ({ number, merchantId }) => ({
      number: /^\s*[\w-]{1,40}\s*$/.test(number) ? null : t('terminalNumberWrong'),
      merchantId: merchantId === '' ? t('terminalMerchantMissing') : null,
    }),
    async send({ number, merchantId }) {
      const body = { number, merchantId: Number(merchantId) }
      await client.send(assignTerminal, { body })
      reset({ number: '', merchantId })
      await revalidate()
    },
  })
  return (
    <form {...form} className="max-w-md space-y-near">
      {refusal && <Notice>{refusal}</Notice>}
      <TextField {...field('number')} label={t('terminalNumber')} autoComplete="off" />
      <Select {...field('merchantId')} label={t('terminalMerchant')}>
        <option value="">{t('terminalMerchantChoose')}</option>
        {merchants.map(({ merchantId, name }) => (
          <option key={merchantId} value={merchantId}>
            {name}
          </option>
        ))}
      </Select>
      <SubmitBar
        isWaiting={isWaiting}
        waitingText={t('waiting')}
        done={isSent && t('terminalDone')}
      >
        {t('terminalGive')}
      </SubmitBar>
    </form>
  )
}

function Terminal({ terminal }: { terminal: TerminalView }) {
  const t = useTexts()
  const client = useProvenClient()
  const { revalidate } = useRevalidator()
  const [isWaiting, setWaiting] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { number, merchantName, isInUse } = terminal
  async function takeBack(): Promise<void> {
    setWaiting(true)
    setRefusal(null)
    try {
      await client.send(assignTerminal, { body: { number, merchantId: null } })
      await revalidate()
    } catch (error) {
      setRefusal(error instanceof CallError ? error.message : t('terminalFailed'))
    }
    setWaiting(false)
  }
  return (
    <li className="flex flex-wrap items-center gap-x-group gap-y-1 py-near">
      <span className="min-w-0 grow break-words">
        <span className="font-semibold">{number}</span> · {merchantName}
        {isInUse && <span className="text-soft"> · {t('terminalInUse')}</span>}
      </span>
      <Button
        look="quiet"
        aria-label={t('terminalTakeBackOf', { number })}
        isWaiting={isWaiting}
        waitingText={t('waiting')}
        onClick={() => void takeBack()}
      >
        {t('terminalTakeBack')}
      </Button>
      <div aria-live="polite" className="basis-full empty:hidden">
        {refusal && <Notice>{refusal}</Notice>}
      </div>
    </li>
  )
}
