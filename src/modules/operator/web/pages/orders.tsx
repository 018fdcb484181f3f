import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Price } from '#design/parts/price.tsx'
import { Section } from '#design/parts/section.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { Table } from '#design/parts/table.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { When } from '#design/parts/when.tsx'
import { useLocale } from '#design/texts.tsx'
import type { Currency } from '#kernel/money.ts'
import { lookUpOrders, type FoundOrderView, type LookUpView } from '../../sales-contract.ts'
import { OrderStatusMark } from '../parts/order-status.tsx'
import { useTexts } from '../texts.ts'

/** Last result in this browser, so that going back from an order needs no new search; never set on the server. */
let lastFound: { readonly text: string; readonly found: LookUpView } | null = null

/** Search for orders and customers. The search text is never part of a URL. */
export default function LookUpPage() {
  // The command palette passes the search text in the location state.
  const { key, state } = useLocation() as { key: string; state: { lookUp?: string } | null }
  return <LookUp key={key} wanted={state?.lookUp} />
}

function LookUp({ wanted }: { wanted: string | undefined }) {
  const t = useTexts()
  const locale = useLocale()
  const form = useRef<HTMLFormElement>(null)
  const [text, setText] = useState(wanted ?? lastFound?.text ?? '')
  const [found, setFound] = useState(lastFound?.found ?? null)
  const [isWaiting, setWaiting] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const running = useRef(false)

  async function search(typed: string): Promise<void> {
    if (running.current || typed.trim().length < 2) return
    running.current = true
    setWaiting(true)
    setRefusal(null)
    try {
      const answer = await browserClient(locale).send(lookUpOrders, {
        body: { text: typed.trim() },
      })
      lastFound = { text: typed, found: answer }
      setFound(answer)
    } catch (error) {
      setRefusal(error instanceof CallError ? error.message : t('errorText'))
    }
    running.current = false
    setWaiting(false)
  }

  const isNew = wanted !== undefined && wanted !== lastFound?.text
  useEffect(() => {
    if (isNew) form.current?.requestSubmit()
  }, [isNew])

  return (
    <>
      <title>{t('lookUpPageTitle')}</title>
      <PageTitle look="office">{t('lookUpTitle')}</PageTitle>
      <p className="mt-1 max-w-[42rem] text-soft">{t('lookUpLead')}</p>
      <search>
        <form
          ref={form}
          onSubmit={(event) => {
            event.preventDefault()
            void search(text)
          }}
          className="mt-group flex max-w-xl items-end gap-near"
        >
          <div className="min-w-0 grow">
            <TextField
              label={t('lookUpField')}
              type="search"
              name="text"
              autoComplete="off"
              maxLength={100}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
          <Button type="submit" isWaiting={isWaiting} waitingText={t('waitMoment')}>
            {t('find')}
          </Button>
        </form>
      </search>
      <div className="mt-group">{refusal && <Notice>{refusal}</Notice>}</div>
      <div aria-live="polite">{found && <Found found={found} />}</div>
    </>
  )
}

function Found({ found }: { found: LookUpView }) {
  const t = useTexts()
  const { orders, customers } = found
  if (orders.length + customers.length === 0)
    return <EmptyState title={t('lookUpNone')}>{t('lookUpNoneText')}</EmptyState>
  return (
    <>
      {orders.length > 0 && (
        <Section title={t('lookUpOrders', { count: orders.length })} className="mt-part">
          <Orders orders={orders} />
        </Section>
      )}
      {customers.length > 0 && (
        <Section title={t('lookUpCustomers')} className="mt-part">
          <Table
            caption={t('lookUpCustomers')}
            rows={customers}
            keyOf={({ email, phone, name }) => `${email} ${phone} ${name}`}
            columns={[
              {
                key: 'name',
                title: t('columnName'),
                isHeader: true,
                compare: (one, other) => one.name.localeCompare(other.name),
                renderCell: ({ name }) => name || '–',
              },
              { key: 'email', title: t('columnEmail'), renderCell: ({ email }) => email },
              { key: 'phone', title: t('columnPhone'), renderCell: ({ phone }) => phone },
            ]}
          />
        </Section>
      )}
    </>
  )
}

function Orders({ orders }: { orders: readonly FoundOrderView[] }) {
  const t = useTexts()
  return (
    <Table
      caption={t('navOrders')}
      rows={orders}
      keyOf={({ orderNumber }) => orderNumber}
      columns={[
        {
          key: 'number',
          title: t('columnOrder'),
          isHeader: true,
          renderCell: ({ orderNumber }) => (
            <LocalLink to={`/operator/orders/${orderNumber}`} className="link figures">
              {orderNumber}
            </LocalLink>
          ),
        },
        {
          key: 'at',
          title: t('columnOrdered'),
          compare: (one, other) => one.createdAt.localeCompare(other.createdAt),
          renderCell: ({ createdAt }) => <When at={createdAt} />,
        },
        {
          key: 'buyer',
          title: t('columnBuyer'),
          compare: (one, other) => one.buyerName.localeCompare(other.buyerName),
          renderCell: ({ buyerName, buyerEmail, buyerPhone }) => (
            <>
              {buyerName}
              <span className="block text-note break-all text-soft">
                {[buyerEmail, buyerPhone].filter(Boolean).join(' · ')}
              </span>
            </>
          ),
        },
        {
          key: 'status',
          title: t('columnStatus'),
          compare: (one, other) => one.statusName.localeCompare(other.statusName),
          renderCell: ({ statusName }) => <OrderStatusMark name={statusName} />,
        },
        {
          key: 'total',
          title: t('columnSum'),
          align: 'end',
          compare: (one, other) => one.totalMinor - other.totalMinor,
          renderCell: ({ totalMinor, currency }) => (
            <Price money={{ amount: totalMinor, currency: currency as Currency }} />
          ),
        },
      ]}
    />
  )
}
