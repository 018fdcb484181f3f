import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { browserClient } from '#design/data/browser-calls.ts'
import { serverCallsContext } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { Badge } from '#design/parts/badge.tsx'
import { Button } from '#design/parts/button.tsx'
import { Dialog } from '#design/parts/dialog.tsx'
import { FoldOut } from '#design/parts/fold-out.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { PageTitle } from '#design/parts/page-title.tsx'
import { Section } from '#design/parts/section.tsx'
import { EmptyState } from '#design/parts/states.tsx'
import { Dotted } from '#design/parts/dotted.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatMoney, formatPercent } from '#kernel/format.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import { useProvenClient } from '#modules/accounts/web/step-up/use-proven-client.ts'
import {
  closeStatement,
  decidePayout,
  endClaim,
  listSettlements,
  openClaim,
  operatorStatementFile,
  type SettlementView,
} from '../../operator-contract.ts'
import type {
  ClaimView,
  FeeTermsView,
  PayoutView,
  ServiceFeeView,
  StatementView,
  TermsView,
} from '../../shapes.ts'
import { TermsForm } from '../parts/terms-form.tsx'
import { useOfficeTexts } from '../texts.ts'
import { formatFee } from '../format-fees.ts'

/** One proof is for all decisions of the next minutes: an operator makes many in a row. */
const keptProof = { isFirstStep: true } as const

export function loader({ url, context }: LoaderFunctionArgs) {
  const calls = context.get(serverCallsContext)
  return signInFirst(calls, url, calls.send(listSettlements))
}

/** Balances of all organisers, and the decisions on them. */
export default function SettlementsOffice() {
  const t = useOfficeTexts()
  const locale = useLocale()
  const { merchants, payouts, serviceFee } = useLoaderData<typeof loader>()
  const total = merchants.reduce((sum, { owed }) => sum + owed.amount, 0)
  return (
    <>
      <title>{t('title')}</title>
      <PageTitle look="office">{t('title')}</PageTitle>
      <p className="mt-2 max-w-2xl text-soft">{t('intro')}</p>
      <p className="figures mt-near font-semibold">
        {t('total', { amount: formatMoney(locale, { amount: total, currency: 'GEL' }) })}
      </p>
      {merchants.length === 0 ? (
        <EmptyState title={t('empty')} />
      ) : (
        <ul className="mt-group border-t border-rule">
          {merchants.map((merchant) => (
            <Merchant key={merchant.merchantId} merchant={merchant} serviceFee={serviceFee} />
          ))}
        </ul>
      )}
      <Section title={t('payouts')} className="mt-part">
        {payouts.length === 0 && <p className="text-soft">{t('payoutsNone')}</p>}
        <ul className="divide-y divide-rule">
          {payouts.map((payout) => (
            <Decided key={payout.payoutId} payout={payout} />
          ))}
        </ul>
      </Section>
    </>
  )
}

interface MerchantProps {
  readonly merchant: SettlementView
  readonly serviceFee: ServiceFeeView | null
}

function Merchant({ merchant, serviceFee }: MerchantProps) {
  const t = useOfficeTexts()
  const locale = useLocale()
  const { merchantId, name, owed, reserved, inTransit, proposed, statement, claim } = merchant
  const { run, isWaiting, refusal } = usePageWork()
  const written = (amount: SettlementView['owed']) => formatMoney(locale, amount)
  const send = (work: () => Promise<unknown>) => void run(work)
  const client = useProvenClient()
  return (
    <li className="border-b border-rule py-near">
      <div className="flex flex-wrap items-baseline gap-x-group gap-y-1">
        <h2 className="min-w-0 grow font-semibold">{name[locale]}</h2>
        {!merchant.hasBankAccount && owed.amount > 0 && <Badge tone="warn">{t('noAccount')}</Badge>}
        <dl className="figures flex w-full flex-wrap gap-x-group tablet:w-auto">
          <Figure name={t('owed')} value={written(owed)} isBad={owed.amount < 0} />
          <Figure name={t('reserved')} value={written(reserved)} />
          {inTransit.amount > 0 && <Figure name={t('inTransit')} value={written(inTransit)} />}
        </dl>
      </div>
      <Terms now={merchant.terms} next={merchant.nextTerms} fees={merchant.fees} />
      {reserved.amount > Math.max(0, owed.amount) && (
        <p className="max-w-3xl text-note text-soft">{t('reservedAbove')}</p>
      )}
      {refusal && <Notice>{refusal}</Notice>}
      {proposed && <Proposed payout={proposed} name={name[locale]} />}
      {claim && <Claimed claim={claim} />}
      <div className="mt-tight flex flex-wrap items-center gap-x-group gap-y-1">
        {statement && <StatementLinks statement={statement} name={name[locale]} />}
        <Button
          look="quiet"
          aria-label={`${t('close')}: ${name[locale]}`}
          isWaiting={isWaiting}
          waitingText={t('waiting')}
          onClick={() =>
            send(() => client.send(closeStatement, { body: { merchantId } }, keptProof))
          }
        >
          {t('close')}
        </Button>
        {owed.amount < 0 && !claim && (
          <Button
            look="plain"
            isWaiting={isWaiting}
            waitingText={t('waiting')}
            onClick={() => send(() => client.send(openClaim, { body: { merchantId } }, keptProof))}
          >
            {t('claim', { amount: written({ ...owed, amount: -owed.amount }) })}
          </Button>
        )}
      </div>
      <FoldOut title={<Named text={t('more')} name={name[locale]} />} className="mt-tight">
        <div className="max-w-3xl">
          <TermsForm
            merchantId={merchantId}
            terms={merchant.nextTerms ?? merchant.terms}
            fees={merchant.fees}
            serviceFee={serviceFee}
          />
        </div>
      </FoldOut>
    </li>
  )
}

/** A title that screen readers tell from the same one of other organisers. */
function Named({ text, name }: { text: string; name: string }) {
  return (
    <>
      {text}
      <span className="sr-only">: {name}</span>
    </>
  )
}

function Figure({ name, value, isBad }: { name: string; value: string; isBad?: boolean }) {
  return (
    <div className="flex w-full justify-between gap-tight tablet:w-auto">
      <dt className="text-soft">{name}</dt>
      <dd className={isBad ? 'font-semibold text-warn' : 'font-semibold'}>{value}</dd>
    </div>
  )
}

function Proposed({ payout, name }: { payout: PayoutView; name: string }) {
  const t = useOfficeTexts()
  const locale = useLocale()
  const client = useProvenClient()
  const { run, isWaiting, refusal } = usePageWork()
  const [isConfirming, setConfirming] = useState(false)
  const { payoutId, amount, statementNumber } = payout
  const decide = (decision: 'approve' | 'decline') =>
    void run(() =>
      client.send(
        decidePayout,
        { body: { payoutId, decision, amountMinor: amount.amount } },
        keptProof,
      ),
    )
  return (
    <div className="mt-tight flex flex-wrap items-center gap-x-group gap-y-tight">
      <p className="figures min-w-0 font-semibold">
        {t('proposed', { amount: formatMoney(locale, amount), number: statementNumber })}
      </p>
      {refusal && <Notice>{refusal}</Notice>}
      <Button
        aria-label={`${t('approve')}: ${name}`}
        isWaiting={isWaiting}
        waitingText={t('waiting')}
        onClick={() => decide('approve')}
      >
        {t('approve')}
      </Button>
      <Button
        look="quiet"
        aria-label={`${t('decline')}: ${name}`}
        onClick={() => setConfirming(true)}
      >
        {t('decline')}
      </Button>
      <Dialog isOpen={isConfirming} title={t('declineAsk')} onClose={() => setConfirming(false)}>
        <p>{t('declineNote')}</p>
        <div className="mt-group flex flex-wrap gap-near">
          <Button
            look="danger"
            onClick={() => {
              setConfirming(false)
              decide('decline')
            }}
          >
            {t('decline')}
          </Button>
          <Button look="quiet" onClick={() => setConfirming(false)}>
            {t('cancel')}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}

function Claimed({ claim }: { claim: ClaimView }) {
  const t = useOfficeTexts()
  const locale = useLocale()
  const client = useProvenClient()
  const { run, isWaiting, refusal } = usePageWork()
  const { claimId, amount, createdAt } = claim
  const end = (outcome: 'paid' | 'withdrawn') =>
    void run(() => client.send(endClaim, { body: { claimId, outcome } }, keptProof))
  return (
    <div className="mt-tight flex flex-wrap items-center gap-x-group gap-y-tight">
      <p className="figures min-w-0">
        {t('claimOpen', {
          amount: formatMoney(locale, amount),
          at: formatDate(locale, createdAt, { year: true }),
        })}
      </p>
      {refusal && <Notice>{refusal}</Notice>}
      <Button
        look="quiet"
        isWaiting={isWaiting}
        waitingText={t('waiting')}
        onClick={() => end('paid')}
      >
        {t('claimPaid')}
      </Button>
      <Button look="plain" onClick={() => end('withdrawn')}>
        {t('claimWithdraw')}
      </Button>
    </div>
  )
}

function StatementLinks({ statement, name }: { statement: StatementView; name: string }) {
  const t = useOfficeTexts()
  const locale = useLocale()
  const { statementId, number, until } = statement
  // The end is exclusive.
  const last = new Date(new Date(until).getTime() - 1)
  const file = (format: 'pdf' | 'csv' | 'xlsx') =>
    browserClient(locale).address(operatorStatementFile, {
      params: { statementId },
      query: { format, locale },
    })
  return (
    <p className="flex flex-wrap items-center gap-x-near">
      <span className="text-soft">
        {t('statement', { number, at: formatDate(locale, last, { year: true }) })}
      </span>
      <span className="flex gap-x-near">
        {(['pdf', 'csv', 'xlsx'] as const).map((format) => (
          <a
            key={format}
            className="link inline-flex min-h-11 items-center"
            download
            aria-label={`${t(format)}: ${name}`}
            href={file(format)}
          >
            {t(format)}
          </a>
        ))}
      </span>
    </p>
  )
}

interface TermsProps {
  readonly now: TermsView | null
  readonly next: TermsView | null
  readonly fees: FeeTermsView | null
}

function Terms({ now, next, fees }: TermsProps) {
  const t = useOfficeTexts()
  const locale = useLocale()
  const own = fees && formatFee(locale, fees)
  const line = (terms: TermsView) =>
    t(terms.commission.amount > 0 ? 'termsAre' : 'termsShare', {
      percent: formatPercent(locale, terms.commissionBasisPoints),
      amount: formatMoney(locale, terms.commission),
      reserve: formatPercent(locale, terms.reserveBasisPoints),
    })
  return (
    <Dotted
      className="figures text-note text-soft"
      facts={[
        now ? line(now) : t('termsNone'),
        next &&
          t('termsFrom', {
            at: formatDate(locale, next.validFrom, { year: true }),
            terms: line(next),
          }),
        fees?.isCommissionAdded && t('feesAdded'),
        own && t('feesOwn', { fee: own }),
      ]}
    />
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

function Decided({ payout }: { payout: PayoutView & { readonly name: LocalizedText } }) {
  const t = useOfficeTexts()
  const locale = useLocale()
  const { state, amount, name, statementNumber, ibanHint, failureCode, createdAt, endedAt } = payout
  const tone = state === 'paid' ? 'good' : state === 'rejected' ? 'warn' : undefined
  return (
    <li className="figures flex flex-wrap items-baseline gap-x-group gap-y-1 py-near">
      <span className="w-28 font-semibold">{formatMoney(locale, amount)}</span>
      <span className="min-w-0 grow">
        {name[locale]}{' '}
        <Dotted
          className="text-soft"
          facts={[t('statementOf', { number: statementNumber }), ibanHint]}
        />
      </span>
      <span className="text-note text-soft">
        {formatDate(locale, endedAt ?? createdAt, { year: true })}
      </span>
      <Badge tone={tone}>{t(stateNames[state], { reason: failureCode ?? '' })}</Badge>
    </li>
  )
}
