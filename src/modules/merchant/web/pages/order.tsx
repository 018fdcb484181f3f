import { useState } from 'react'
import { useOutletContext, useParams } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { useWork } from '#design/data/use-work.ts'
import { SubmitBar } from '#design/forms/submit-bar.tsx'
import { useForm } from '#design/forms/use-form.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Price } from '#design/parts/price.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { showToast } from '#design/parts/toast.ts'
import { Identifier } from '#design/parts/identifier.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime, formatMoney } from '#kernel/format.ts'
import type { StaffProfileView } from '#modules/staff/contract.ts'
import { OrderStatusMark } from '#modules/orders/web/parts/order-status.tsx'
import { contentsInWords, countContents } from '#modules/orders/contents.ts'
import {
  addOrderNote,
  readMerchantOrder,
  resendTickets,
  type MerchantOrderView,
} from '../../orders-contract.ts'
import { AnswerList } from '../orders/answer-list.tsx'
import { TicketActions } from '../orders/ticket-actions.tsx'
import { UndeliveredPanel } from '../orders/undelivered-panel.tsx'
import { useTexts } from '../texts.ts'

/** One order: buyer, tickets, returns, notes and actions. */
export default function OrderPage() {
  const { orderNumber = '' } = useParams()
  const order = useLoaded(readMerchantOrder, { query: { orderNumber } })
  return (
    <LoadedPart of={order}>
      {(value) => <Order order={value} onChanged={order.reload} />}
    </LoadedPart>
  )
}

interface OrderProps {
  readonly order: MerchantOrderView
  readonly onChanged: () => void
}

function Order({ order, onChanged }: OrderProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const { orderNumber, buyerName, buyerEmail, buyerPhone, paidAt, paid, statusName } = order
  const resend = () =>
    run(async () => {
      await browserClient(locale).send(resendTickets, { body: { orderNumber } })
      showToast({ text: t('orderResent') })
    })
  return (
    <>
      <title>{orderNumber}</title>
      <p className="text-note">
        <LocalLink to="/merchant/orders" className="link">
          {t('navOrders')}
        </LocalLink>
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-near">
        <PageTitle look="office">{orderNumber}</PageTitle>
        <OrderStatusMark name={statusName} />
      </div>
      <div className="mt-group space-y-group">
        <Panel
          title={buyerName || t('orderNoName')}
          look="ruled"
          action={
            (statusName === 'Processed' || statusName === 'Imported') && (
              <Button
                look="quiet"
                isWaiting={isWaiting}
                waitingText={t('waiting')}
                onClick={() => void resend()}
              >
                {t('orderResend')}
              </Button>
            )
          }
        >
          {refusal && <Notice>{refusal}</Notice>}
          <Dotted className="wrap-anywhere" facts={[buyerEmail, buyerPhone]} />
          {paidAt && (
            <p className="text-note text-soft">
              {t('orderPaidAt', { at: formatDateTime(locale, paidAt) })}
            </p>
          )}
          {paid && paid.amount > 0 && (
            <p>{t('orderPaidWhole', { amount: formatMoney(locale, paid) })}</p>
          )}
          <AnswerList answers={order.answers} />
        </Panel>
        <UndeliveredPanel order={order} onChanged={onChanged} />
        <Tickets order={order} onChanged={onChanged} />
        <Notes order={order} onChanged={onChanged} />
      </div>
    </>
  )
}

function Tickets({ order, onChanged }: OrderProps) {
  const t = useTexts()
  const locale = useLocale()
  const { permissions } = useOutletContext<StaffProfileView>()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const mayRefund = permissions.includes('refunds') && order.statusName === 'Processed'
  return (
    <Panel title={t('orderTickets')} look="ruled">
      <ul className="divide-y divide-rule">
        {order.tickets.map((ticket) => {
          const { ticketIdentifier, statusName, isUsed } = ticket
          const isActive = statusName === 'Active'
          return (
            <li key={ticketIdentifier} className="flex flex-wrap items-center gap-x-group py-near">
              <div className="min-w-0 grow basis-60">
                {mayRefund && isActive ? (
                  <Checkbox
                    label={<TicketName ticket={ticket} />}
                    checked={chosen.includes(ticketIdentifier)}
                    onChange={({ target }) =>
                      setChosen((before) =>
                        target.checked
                          ? [...before, ticketIdentifier]
                          : before.filter((one) => one !== ticketIdentifier),
                      )
                    }
                  />
                ) : (
                  <TicketName ticket={ticket} />
                )}
              </div>
              <span className="text-right">
                <Price money={ticket.price} />
                {ticket.paid.amount < ticket.price.amount && (
                  <span className="block text-note text-soft">
                    {t('ticketPaid', { amount: formatMoney(locale, ticket.paid) })}
                  </span>
                )}
                {ticket.setPrice && (
                  <span className="block text-note text-soft">
                    {t('ticketSetPrice', { amount: formatMoney(locale, ticket.setPrice) })}
                  </span>
                )}
              </span>
              <Badge tone={isActive ? 'good' : undefined}>
                {t(isUsed ? 'ticketUsed' : isActive ? 'ticketActive' : 'ticketEnded')}
              </Badge>
            </li>
          )
        })}
      </ul>
      {order.returns.map(({ at, amount, ...contents }) => (
        <p key={at} className="mt-near text-soft">
          {t('orderReturned', {
            at: formatDateTime(locale, at),
            contents: contentsInWords(t, contents),
            amount: formatMoney(locale, amount),
          })}
        </p>
      ))}
      <RefundedOf order={order} />
      {mayRefund && order.tickets.some(({ statusName }) => statusName === 'Active') && (
        <TicketActions
          orderNumber={order.orderNumber}
          chosen={chosen}
          contents={contentsInWords(
            t,
            countContents(
              order.tickets.filter(({ ticketIdentifier }) => chosen.includes(ticketIdentifier)),
            ),
          )}
          onDone={() => {
            setChosen([])
            onChanged()
          }}
        />
      )}
    </Panel>
  )
}

/** What a ticket is for, when, which place, and whose it is; its identifier comes last. */
function TicketName({ ticket }: { ticket: MerchantOrderView['tickets'][number] }) {
  const locale = useLocale()
  const { itemName, itemNote, startsAt, timeZone, place, typeName, passengerName } = ticket
  const day = startsAt && formatDateTime(locale, startsAt, timeZone)
  // A ticket type is often called like its section, with which the place begins.
  const places = place.split(' · ')
  const type = places.includes(typeName) ? null : typeName
  return (
    <>
      <span className="block font-semibold">{itemName}</span>
      <Dotted className="text-note" facts={[day, itemNote]} />
      <Dotted facts={[...places, type, passengerName]} />
      <AnswerList answers={ticket.answers} className="text-note" />
      <span className="block text-note text-soft">
        <Identifier>{ticket.ticketIdentifier}</Identifier>
      </span>
    </>
  )
}

/** How much of the order's payment was refunded. */
function RefundedOf({ order: { paid, returns } }: { order: MerchantOrderView }) {
  const t = useTexts()
  const locale = useLocale()
  if (!paid || returns.length === 0) return null
  const back = returns.reduce((sum, { amount }) => sum + amount.amount, 0)
  return (
    <p className="mt-near font-semibold">
      {t('orderRefundedOf', {
        part: formatMoney(locale, { ...paid, amount: back }),
        whole: formatMoney(locale, paid),
      })}
    </p>
  )
}

function Notes({ order, onChanged }: OrderProps) {
  const t = useTexts()
  const locale = useLocale()
  const { orderNumber, notes } = order
  const { form, field, refusal, isWaiting, reset } = useForm({
    initial: { note: '' },
    check: ({ note }) => ({ note: note.trim() === '' ? t('noteMissing') : null }),
    async send({ note }) {
      await browserClient(locale).send(addOrderNote, { body: { orderNumber, note } })
      reset()
      onChanged()
    },
  })
  return (
    <Panel title={t('orderNotes')} look="ruled">
      <ul className="space-y-tight">
        {notes.map(({ at, by, note }) => (
          <li key={at}>
            <p className="break-words whitespace-pre-line">{note}</p>
            <p className="text-note text-soft">
              {by}, {formatDateTime(locale, at)}
            </p>
          </li>
        ))}
      </ul>
      <form {...form} className="mt-near max-w-xl space-y-near">
        {refusal && <Notice>{refusal}</Notice>}
        <TextField {...field('note')} label={t('noteNew')} />
        <SubmitBar look="quiet" isWaiting={isWaiting} waitingText={t('waiting')}>
          {t('noteAdd')}
        </SubmitBar>
      </form>
    </Panel>
  )
}
