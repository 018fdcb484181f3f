import { browserClient } from '#design/data/browser-calls.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Card, Panel } from '#design/parts/card.tsx'
import { LinkButton } from '#design/parts/link-button.tsx'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Price } from '#design/parts/price.tsx'
import { Section } from '#design/parts/section.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatDateTime, formatMoney, formatPercent } from '#kernel/format.ts'
import type { Money } from '#kernel/money.ts'
import { merchantMoney, merchantStatementFile, type MerchantMoneyView } from '../../contract.ts'
import type { EntryKind, PayoutView, StatementView, TermsView } from '../../shapes.ts'
import { Standing } from '../parts/standing.tsx'
import { BankAccountPanel } from '../parts/bank-account-panel.tsx'
import { useTexts } from '../texts.ts'

/** Balance of the organiser, statements and payouts. */
export default function MoneyPage() {
  const t = useTexts()
  const part = useLoaded(merchantMoney, {})
  return (
    <>
      <title>{t('title')}</title>
      <PageTitle look="office">{t('title')}</PageTitle>
      <div className="mt-group space-y-part">
        <LoadedPart of={part}>
          {(value) => <MoneyOf view={value} onChanged={part.reload} />}
        </LoadedPart>
      </div>
    </>
  )
}

function MoneyOf({ view, onChanged }: { view: MerchantMoneyView; onChanged: () => void }) {
  const t = useTexts()
  const locale = useLocale()
  const { claim, nextStatementAt } = view
  return (
    <>
      {claim && (
        <Card tone="bad">
          <p className="font-semibold">
            {t('claimTitle', { amount: formatMoney(locale, claim.amount) })}
          </p>
          <p className="mt-1">{t('claimNote')}</p>
        </Card>
      )}
      <div>
        <Standing view={view} />
        {nextStatementAt && (
          <p className="mt-near text-note text-soft">
            {t('nextStatement', { at: formatDate(locale, nextStatementAt, { year: true }) })}
          </p>
        )}
      </div>
      <div className="grid grid-cols-1 gap-group desk:grid-cols-2">
        <BankAccountPanel account={view.bankAccount} onSaved={onChanged} />
        <Panel title={t('terms')}>
          <Terms now={view.terms} next={view.nextTerms} />
        </Panel>
      </div>
      <Section title={t('statements')}>
        {view.statements.length === 0 && <p className="text-soft">{t('statementsNone')}</p>}
        <div className="space-y-near">
          {view.statements.map((statement) => (
            <Statement key={statement.statementId} statement={statement} />
          ))}
        </div>
      </Section>
      <Section title={t('payouts')}>
        {view.payoutsPausedUntil && (
          <p className="mb-near font-semibold">
            {t('payoutsPaused', { at: formatDateTime(locale, view.payoutsPausedUntil) })}
          </p>
        )}
        {view.payouts.length === 0 && <p className="text-soft">{t('payoutsNone')}</p>}
        <ul className="divide-y divide-rule">
          {view.payouts.map((payout) => (
            <Payout key={payout.payoutId} payout={payout} />
          ))}
        </ul>
      </Section>
    </>
  )
}

function useTermsLine(): (terms: TermsView) => string {
  const t = useTexts()
  const locale = useLocale()
  return ({ commissionBasisPoints, commission }) => {
    const percent = formatPercent(locale, commissionBasisPoints)
    return commission.amount === 0
      ? t('termsCommission', { percent })
      : t('termsFixed', { percent, amount: formatMoney(locale, commission) })
  }
}

function Terms({ now, next }: { now: TermsView | null; next: TermsView | null }) {
  const t = useTexts()
  const locale = useLocale()
  const line = useTermsLine()
  return (
    <div className="space-y-tight">
      {now ? (
        <>
          <p className="font-semibold">{line(now)}</p>
          <p>{t(now.isCommissionReturned ? 'termsReturned' : 'termsKept')}</p>
          <p>{t('termsReserve', { percent: formatPercent(locale, now.reserveBasisPoints) })}</p>
          <p>
            {t('termsPeriod', {
              period: t(now.period === 'week' ? 'periodWeek' : 'periodMonth'),
              amount: formatMoney(locale, now.payoutMin),
            })}
          </p>
        </>
      ) : (
        <p>{t('termsNone')}</p>
      )}
      {next && (
        <p className="text-soft">
          {t('termsNext', {
            at: formatDate(locale, next.validFrom, { year: true }),
            terms: line(next),
          })}
        </p>
      )}
    </div>
  )
}

const kindNames = {
  sale: 'kindSale',
  return: 'kindReturn',
  commission: 'kindCommission',
  'commission-return': 'kindCommissionReturn',
  payout: 'kindPayout',
  'payout-returned': 'kindPayoutReturned',
  'claim-paid': 'kindClaimPaid',
  'counter-cash': 'kindCounterCash',
  'own-fee': 'kindOwnFee',
  'own-fee-return': 'kindOwnFeeReturn',
  other: 'kindOther',
} as const satisfies Readonly<Record<EntryKind, string>>

/** Sales and returns first, then what was charged and paid, as one reads a statement. */
const kindOrder = (kind: EntryKind): number => Object.keys(kindNames).indexOf(kind)

function Statement({ statement }: { statement: StatementView }) {
  const t = useTexts()
  const locale = useLocale()
  const { statementId, number, from, until, opening, closing, lines } = statement
  const title = t('statementNumbered', { number })
  const shown = lines.toSorted((one, other) => kindOrder(one.kind) - kindOrder(other.kind))
  const day = (at: string | Date) => formatDate(locale, at, { year: true })
  // The end is exclusive.
  const last = day(new Date(new Date(until).getTime() - 1))
  const file = (format: 'pdf' | 'csv' | 'xlsx') =>
    browserClient(locale).address(merchantStatementFile, {
      params: { statementId },
      query: { format, locale },
    })
  return (
    <Panel
      look="ruled"
      title={title}
      note={`${from ? day(from) : t('fromBeginning')} – ${last}`}
      action={
        <div className="flex flex-wrap gap-tight">
          <LinkButton
            look="quiet"
            download
            aria-label={`${t('savePdf')}: ${title}`}
            href={file('pdf')}
          >
            {t('savePdf')}
          </LinkButton>
          <LinkButton
            look="quiet"
            download
            aria-label={`${t('saveCsv')}: ${title}`}
            href={file('csv')}
          >
            {t('saveCsv')}
          </LinkButton>
          <LinkButton
            look="quiet"
            download
            aria-label={`${t('saveXlsx')}: ${title}`}
            href={file('xlsx')}
          >
            {t('saveXlsx')}
          </LinkButton>
        </div>
      }
    >
      <dl className="grid max-w-xl grid-cols-[1fr_auto] gap-y-1">
        <Line name={t('opening')} amount={opening} />
        {shown.map(({ kind, count, amount }) => (
          <Line key={kind} name={`${t(kindNames[kind])}\u00a0(${count})`} amount={amount} />
        ))}
        <Line name={t('closing')} amount={closing} isLast />
      </dl>
    </Panel>
  )
}

function Line({ name, amount, isLast }: { name: string; amount: Money; isLast?: boolean }) {
  const look = isLast ? 'font-semibold border-t border-rule pt-1' : ''
  return (
    <>
      <dt className={look}>{name}</dt>
      <dd className={`figures pl-group text-right ${look}`}>
        <Price money={amount} />
      </dd>
    </>
  )
}

const stateNames = {
  proposed: 'stateProposed',
  approved: 'stateApproved',
  sent: 'stateSent',
  paid: 'statePaid',
  rejected: 'stateRejected',
  declined: 'stateDeclined',
  superseded: 'stateDeclined',
} as const

function Payout({ payout }: { payout: PayoutView }) {
  const t = useTexts()
  const locale = useLocale()
  const { state, amount, statementNumber, ibanHint, createdAt, endedAt } = payout
  const tone = state === 'paid' ? 'good' : state === 'rejected' ? 'warn' : undefined
  return (
    <li className="flex flex-wrap items-baseline gap-x-group gap-y-1 py-near">
      <span className="figures w-28 font-semibold">
        <Price money={amount} />
      </span>
      <span className="min-w-0 grow">
        {t('statementNumbered', { number: statementNumber })}
        {ibanHint && (
          <span className="figures text-soft"> {t('payoutTo', { iban: ibanHint })}</span>
        )}
      </span>
      <span className="text-note text-soft">
        {formatDate(locale, endedAt ?? createdAt, { year: true })}
      </span>
      <Badge tone={tone}>{t(stateNames[state])}</Badge>
    </li>
  )
}
