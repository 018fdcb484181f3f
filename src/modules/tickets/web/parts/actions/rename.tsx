import { useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime, formatMoney } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import PassengerFields from '#modules/orders/web/parts/passenger-fields.tsx'
import {
  passengersOf,
  problemsOfPassengers,
  type TypedPassengers,
} from '#modules/orders/web/passenger-draft.ts'
import type { ReplyOf } from '#contract/call.ts'
import { renamePassenger, ticketPassenger } from '../../../passenger-contract.ts'
import { useDetailTexts } from '../../details-texts.ts'
import type { ActionPanelProps } from './action.ts'
import { NotYet } from './panel-parts.tsx'
import { useAsked } from './use-asked.ts'

type Terms = ReplyOf<typeof ticketPassenger>

/** The panel is about one ticket, so its place need not be said. */
const noLines = { lines: [] }

/** Another passenger on a ticket: the carrier's fee first, then the name; the old code dies. */
export default function RenamePanel({ ticket, onClose }: ActionPanelProps) {
  const t = useDetailTexts()
  const locale = useLocale()
  const { ticketIdentifier } = ticket
  const asked = useAsked(() =>
    browserClient(locale).send(ticketPassenger, { query: { ticketIdentifier } }),
  )
  const terms = asked.value
  if (!terms) return <NotYet hasFailed={terms === null} onAgain={asked.again} />
  if (terms.refusal !== null)
    return (
      <div className="mt-4 space-y-4">
        <p>{terms.refusal}</p>
        <Button look="quiet" onClick={() => onClose()}>
          {t('cancel')}
        </Button>
      </div>
    )
  return <RenameForm terms={terms} onClose={onClose} />
}

function RenameForm(props: { terms: Terms; onClose: ActionPanelProps['onClose'] }) {
  const { terms, onClose } = props
  const t = useDetailTexts()
  const locale = useLocale()
  const [typed, setTyped] = useState<TypedPassengers>({})
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set())
  const { run, isWaiting, refusal } = useWork()
  // Somebody else travels: nothing of the one before is filled in.
  const question = { ...terms.question, passenger: null }
  const found = problemsOfPassengers([question], typed)
  const { fee, available, left, until, ticketIdentifier } = terms
  const isShort = fee.amount > (available?.amount ?? 0)

  const send = (): Promise<void> =>
    run(async () => {
      setJudged(new Set(found.keys()))
      const [given] = passengersOf([question], typed)
      if (found.size > 0 || !given) return
      const { lineId: _line, unit: _unit, ...passenger } = given
      const body = { ticketIdentifier, feeMinor: fee.amount, passenger }
      try {
        await browserClient(locale).send(renamePassenger, { body })
      } catch (error) {
        if (error instanceof CallError)
          setJudged(
            new Set(error.fields.map(({ path }) => path.replace(/^body\.passengers\./, ''))),
          )
        throw error
      }
      onClose(true)
    })

  return (
    <form
      noValidate
      className="mt-4 space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {refusal && <Notice>{refusal}</Notice>}
      <p>
        {fee.amount === 0
          ? t('renameFree')
          : t('renameFee', {
              fee: formatMoney(locale, fee),
              balance: formatMoney(locale, available ?? money(0)),
            })}
      </p>
      <p className="text-note text-soft">
        {t('renameTerms', { count: left, until: until ? formatDateTime(locale, until) : '' })}
      </p>
      {isShort ? (
        <LinkButton to="/account/wallet">{t('renameTopUp')}</LinkButton>
      ) : (
        <>
          <PassengerFields
            checkout={{ passengers: [question], order: noLines }}
            typed={typed}
            problems={new Map([...found].filter(([key]) => judged.has(key)))}
            onChange={(key, value) => setTyped((before) => ({ ...before, [key]: value }))}
            onLeave={(key) => typed[key] && setJudged((before) => new Set([...before, key]))}
            onFill={(entries) => setTyped((before) => ({ ...before, ...entries }))}
          />
          <div className="flex flex-wrap gap-3 *:grow">
            <Button look="quiet" onClick={() => onClose()}>
              {t('cancel')}
            </Button>
            <Button type="submit" isWaiting={isWaiting} waitingText={t('saving')}>
              {t('renameConfirm')}
            </Button>
          </div>
        </>
      )}
    </form>
  )
}
