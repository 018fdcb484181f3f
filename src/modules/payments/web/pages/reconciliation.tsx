import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useLoaderData, useNavigate, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { useLocale } from '#design/texts.tsx'
import { DateField } from '#design/parts/date-field.tsx'
import { TableLinks } from '#design/parts/table-links.tsx'
import { formatDateTime, formatMoney } from '#kernel/format.ts'
import {
  readReconciliation,
  runReconciliation,
  type DayTotal,
  type DifferenceView,
  type ProviderDayView,
} from '../../reconciliation-contract.ts'
import { useTexts } from '../texts.ts'

export function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  const day = url.searchParams.get('day') ?? ''
  const query = /^20\d\d-\d\d-\d\d$/.test(day) ? { day } : {}
  return signInFirst(calls, url, calls.send(readReconciliation, { query }))
}

/** Our payments of a day compared with the providers' statements. */
export default function ReconciliationPage() {
  const t = useTexts()
  const { day, providers, differences } = useLoaderData<typeof loader>()
  const isAgreed =
    providers.length > 0 &&
    providers.every(({ state, isWholeDay }) => state === 'agreed' && isWholeDay)
  return (
    <>
      <title>{t('pageTitle')}</title>
      <PageTitle look="office">{t('title')}</PageTitle>
      <p className="mt-2 max-w-2xl text-soft">{t('intro')}</p>
      <DayBar key={day} day={day} />
      {providers.length === 0 ? (
        <p className="mt-8 border-t border-rule pt-4 text-soft">{t('noProviders')}</p>
      ) : (
        <ul className="mt-8 border-t border-rule">
          {providers.map((provider) => (
            <Provider key={provider.provider} provider={provider} />
          ))}
        </ul>
      )}
      <section className="mt-10" aria-live="polite">
        <h2 className="text-xl font-bold">{t('differences')}</h2>
        {!isAgreed && <Gaps providers={providers} />}
        {differences.length === 0 ? (
          <p className="mt-3 flex items-center gap-2.5 border-t border-rule pt-4">
            {isAgreed && (
              <CircleCheck size={22} aria-hidden="true" className="shrink-0 text-good" />
            )}
            {isAgreed ? t('none') : t('noneFound')}
          </p>
        ) : (
          <ul className="mt-3 border-t border-rule">
            {differences.map((difference) => (
              <Difference key={difference.differenceId} difference={difference} />
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

/** Providers whose payments of the day are not compared, or not completely, by name. */
function Gaps({ providers }: { providers: readonly ProviderDayView[] }) {
  const t = useTexts()
  const named = (isMeant: (provider: ProviderDayView) => boolean) =>
    providers
      .filter(isMeant)
      .map(({ name }) => bookName(name))
      .join(', ')
  const isUncompared = ({ state }: ProviderDayView) => state === 'never' || state === 'unanswered'
  const gaps = [
    ['gapNotCompared', named(isUncompared)],
    ['gapOneByOne', named(({ state }) => state === 'one-by-one')],
    ['gapNotWhole', named((provider) => !isUncompared(provider) && !provider.isWholeDay)],
  ] as const
  return (
    <ul className="mt-3 max-w-2xl space-y-1">
      {gaps.map(([key, names]) => names !== '' && <li key={key}>{t(key, { names })}</li>)}
    </ul>
  )
}

/** The day is part of the address; the day in the field is the one that is compared, and then shown. */
function DayBar({ day }: { day: string }) {
  const t = useTexts()
  const locale = useLocale()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(day)
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function run(): Promise<void> {
    setRunning(true)
    setProblem(null)
    try {
      await browserClient(locale).send(runReconciliation, { body: { day: chosen } })
      await (chosen === day ? revalidate() : navigate({ search: `?day=${chosen}` }))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '')
    } finally {
      setRunning(false)
    }
  }

  return (
    <>
      <form method="get" className="mt-6 flex flex-wrap items-end gap-3">
        <DateField
          label={t('day')}
          name="day"
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
          required
          min="2020-01-01"
        />
        <Button type="submit" look="quiet">
          {t('show')}
        </Button>
        <Button
          disabled={chosen === ''}
          isWaiting={isRunning}
          waitingText={t('running')}
          onClick={() => void run()}
        >
          {t('runAgain')}
        </Button>
        <TableLinks href={`/v2/operator/payments.csv?day=${chosen || day}`} label={t('file')} />
      </form>
      {problem !== null && <Notice>{problem}</Notice>}
    </>
  )
}

const stateTone = {
  agreed: 'text-good',
  'one-by-one': 'text-soft',
  differs: 'text-warn font-semibold',
  unanswered: 'text-warn',
  never: 'text-soft',
} as const

function Provider({ provider }: { provider: ProviderDayView }) {
  const t = useTexts()
  const locale = useLocale()
  const { name, state, isWholeDay, ranAt, theirs, ours } = provider
  return (
    <li className="grid gap-x-8 gap-y-2 border-b border-rule py-4 tablet:grid-cols-[14rem_1fr_1fr]">
      <div>
        <p className="font-semibold">{bookName(name)}</p>
        <p className={stateTone[state]}>{t(state)}</p>
        {ranAt && !isWholeDay && <p className="text-warn">{t('notWhole')}</p>}
        {ranAt && (
          <p className="figures text-note text-soft">
            {t('ranAt', { at: formatDateTime(locale, ranAt) })}
          </p>
        )}
      </div>
      <Totals title={t('theirs')} totals={theirs} />
      <Totals title={t('ours')} totals={ours} />
    </li>
  )
}

function Totals({ title, totals }: { title: string; totals: readonly DayTotal[] }) {
  const t = useTexts()
  return (
    <div>
      <p className="text-note text-soft">{title}</p>
      {totals.length === 0 && <p>{t('noMoney')}</p>}
      {totals.map((total) => (
        <Total key={total.currency} total={total} />
      ))}
    </div>
  )
}

function Total({ total }: { total: DayTotal }) {
  const t = useTexts()
  const written = useWritten(total.currency)
  const { count, capturedMinor, returnedMinor } = total
  return (
    <p className="figures">
      {t('total', { count, captured: written(capturedMinor) })}
      {returnedMinor > 0 && `, ${t('totalBack', { amount: written(returnedMinor) })}`}
    </p>
  )
}

/** Amounts of a currency that may not be supported. */
function useWritten(currency: string): (amountMinor: number) => string {
  const locale = useLocale()
  return (amount) =>
    currency === 'GEL' || currency === 'USD' || currency === 'EUR' || currency === 'GBP'
      ? formatMoney(locale, { amount, currency })
      : `${(amount / 100).toFixed(2)} ${currency}`
}

/** Providers by their contractual names, with the name used in the settings where it differs. */
const bookNames: Readonly<Record<string, string>> = {
  tpay: 'TBC (tpay)',
  gc: 'Georgian Card (gc)',
  epoint: 'Epoint',
  citypay: 'CityPay',
  bog: 'Bank of Georgia (bog)',
  terminal: 'Card terminals (terminal)',
}

function bookName(name: string): string {
  return bookNames[name] ?? name
}

const words = {
  'missing-here': ['kindMissingHere', 'doMissingHere'],
  'missing-there': ['kindMissingThere', 'doMissingThere'],
  amount: ['kindAmount', 'doAmount'],
  currency: ['kindCurrency', 'doCurrency'],
  state: ['kindState', 'doState'],
  refund: ['kindRefund', 'doRefund'],
} as const

function Difference({ difference }: { difference: DifferenceView }) {
  const t = useTexts()
  const { kind, name, ours, theirs, externalId, paymentId } = difference
  const [what, toDo] = words[kind]
  return (
    <li className="border-b border-rule py-4">
      <p className="flex flex-wrap items-baseline gap-x-4">
        <span className="font-semibold">{t(what)}</span>
        <span className="text-soft">{bookName(name)}</span>
      </p>
      <dl className="mt-1 grid gap-x-8 gap-y-1 tablet:grid-cols-2">
        <Fact name={t('theirs')} value={theirs || t('nothing')} id={externalId} />
        <Fact name={t('ours')} value={ours || t('nothing')} id={paymentId} />
      </dl>
      <p className="mt-2 max-w-2xl">{t(toDo)}</p>
    </li>
  )
}

function Fact({ name, value, id }: { name: string; value: string; id: string | null }) {
  return (
    <div>
      <dt className="text-note text-soft">{name}</dt>
      <dd className="figures">
        {value}
        {id && <span className="block text-note break-all text-soft">{id}</span>}
      </dd>
    </div>
  )
}
