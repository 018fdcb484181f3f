import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { counterOrder, returnAtCounter, type CounterOrderView } from '../../contract.ts'
import { PrintButtons } from './print-buttons.tsx'
import { useTexts } from '../texts.ts'

/** Finds an order by its number, to print its tickets again or to return them. */
export function ReturnPanel({ onReturned }: { onReturned: () => void }) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const [number, setNumber] = useState('')
  const [found, setFound] = useState<CounterOrderView | null>(null)
  const [doneMessage, setDoneMessage] = useState<string | null>(null)
  const find = () =>
    run(async () => {
      setDoneMessage(null)
      setFound(null)
      const query = { orderNumber: number.trim() }
      setFound(await browserClient(locale).send(counterOrder, { query }))
    })
  return (
    <Panel title={t('takeBack')}>
      <form
        className="grid items-end gap-near phone:grid-cols-[1fr_auto]"
        onSubmit={(event) => {
          event.preventDefault()
          void find()
        }}
      >
        <TextField
          label={t('orderNumber')}
          value={number}
          autoComplete="off"
          required
          onChange={({ target }) => setNumber(target.value)}
        />
        <Button type="submit" look="quiet" isWaiting={isWaiting} waitingText={t('waiting')}>
          {t('find')}
        </Button>
      </form>
      {refusal && <Notice>{refusal}</Notice>}
      {doneMessage && <output className="mt-near block font-semibold">{doneMessage}</output>}
      {found && (
        <Found
          order={found}
          onReturned={(words) => {
            setFound(null)
            setDoneMessage(words)
            onReturned()
          }}
        />
      )}
    </Panel>
  )
}

interface FoundProps {
  readonly order: CounterOrderView
  readonly onReturned: (words: string) => void
}

const returnedTo = {
  drawer: 'returned',
  card: 'returnedToCard',
  balance: 'returnedToBalance',
} as const

function Found({ order, onReturned }: FoundProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [reason, setReason] = useState('')
  const { orderNumber, tickets, owed } = order
  if (owed.amount > 0) return <PayOut order={order} onPaid={onReturned} />
  if (tickets.length === 0) return <p className="mt-near text-soft">{t('ticketsNone')}</p>
  const sendBack = () =>
    run(async () => {
      const body = { orderNumber, ticketIdentifiers: [...chosen], reason }
      const { amount, to } = await browserClient(locale).send(returnAtCounter, { body })
      onReturned(t(returnedTo[to], { amount: formatMoney(locale, amount) }))
    })
  return (
    <form
      className="mt-group space-y-near"
      onSubmit={(event) => {
        event.preventDefault()
        void sendBack()
      }}
    >
      {tickets.map(({ ticketIdentifier, place }) => (
        <Checkbox
          key={ticketIdentifier}
          label={place}
          checked={chosen.includes(ticketIdentifier)}
          onChange={({ target }) =>
            setChosen((before) =>
              target.checked
                ? [...before, ticketIdentifier]
                : before.filter((one) => one !== ticketIdentifier),
            )
          }
        />
      ))}
      <PrintButtons
        orderNumber={orderNumber}
        {...(chosen.length > 0 && { ticketIdentifiers: chosen })}
        count={tickets.length}
        isReprint
      />
      <TextField
        label={t('reason')}
        value={reason}
        required
        onChange={({ target }) => setReason(target.value)}
      />
      {refusal && <Notice>{refusal}</Notice>}
      <Button
        type="submit"
        look="danger"
        disabled={chosen.length === 0}
        isWaiting={isWaiting}
        waitingText={t('waiting')}
      >
        {t('doReturn', { count: chosen.length })}
      </Button>
    </form>
  )
}

/** Cash of an earlier refund: handed to whoever brings the receipt or the ticket. */
function PayOut({
  order: { orderNumber, owed },
  onPaid,
}: {
  readonly order: CounterOrderView
  readonly onPaid: (words: string) => void
}) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const amount = formatMoney(locale, owed)
  const payOut = () =>
    run(async () => {
      const body = { orderNumber, reason: t('payOutReason') }
      const paid = await browserClient(locale).send(returnAtCounter, { body })
      onPaid(t('returned', { amount: formatMoney(locale, paid.amount) }))
    })
  return (
    <div className="mt-group space-y-near">
      <p>{t('owedText', { amount })}</p>
      {refusal && <Notice>{refusal}</Notice>}
      <Button isWaiting={isWaiting} waitingText={t('waiting')} onClick={() => void payOut()}>
        {t('payOut', { amount })}
      </Button>
    </div>
  )
}
