import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLoaderData, useLocation, type LoaderFunctionArgs } from 'react-router'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Section } from '#design/parts/section.tsx'
import { EmailAddress } from '#design/parts/email.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { Table } from '#design/parts/table.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { listOfficeOrders, lookUpOrders, type LookUpView } from '../../sales-contract.ts'
import { operatorReply } from '../operator-page.ts'
import { filtersOf, OrderList, OrderTable } from '../parts/order-list.tsx'
import { useTexts } from '../texts.ts'

export async function loader(request: LoaderFunctionArgs) {
  const filters = filtersOf(request.url.searchParams)
  return { ...(await operatorReply(request, listOfficeOrders, { query: filters })), filters }
}

/** Last result in this browser, so that going back from an order needs no new search; never set on the server. */
let lastFound: { readonly text: string; readonly found: LookUpView } | null = null

/** Orders, latest first or in another order, and the search for orders and customers, whose text is never part of a URL. */
export default function LookUpPage() {
  // The command palette passes the search text in the location state.
  const { key, state } = useLocation() as { key: string; state: { lookUp?: string } | null }
  const list = useLoaderData<typeof loader>()
  return (
    <LookUp key={state?.lookUp === undefined ? '' : key} wanted={state?.lookUp}>
      <OrderList {...list} />
    </LookUp>
  )
}

interface LookUpProps {
  readonly wanted: string | undefined
  /** Shown until something is found. */
  readonly children: ReactNode
}

function LookUp({ wanted, children }: LookUpProps) {
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

  function leaveSearch(): void {
    lastFound = null
    setText('')
    setFound(null)
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
      <div aria-live="polite">
        {found && (
          <>
            <Button look="quiet" onClick={leaveSearch}>
              {t('lookUpLeave')}
            </Button>
            <Found found={found} />
          </>
        )}
      </div>
      {!found && children}
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
          <OrderTable orders={orders} />
        </Section>
      )}
      {customers.length > 0 && (
        <Section title={t('lookUpCustomers')} className="mt-part">
          <Table
            caption={t('lookUpCustomers')}
            isStacked
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
              {
                key: 'email',
                title: t('columnEmail'),
                renderCell: ({ email }) => <EmailAddress>{email}</EmailAddress>,
              },
              { key: 'phone', title: t('columnPhone'), renderCell: ({ phone }) => phone },
            ]}
          />
        </Section>
      )}
    </>
  )
}
