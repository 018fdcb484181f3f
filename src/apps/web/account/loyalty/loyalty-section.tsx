import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate, formatMoney } from '#kernel/format.ts'
import { accountsEnableLoyalty } from '#modules/accounts/care-contract.ts'
import { useTexts } from '#modules/accounts/web/texts.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { Panel } from '#design/parts/card.tsx'
import {
  loyaltyStatusSet,
  type LoyaltyChangeView,
  type LoyaltyStatusView,
  type LoyaltyView,
} from '#modules/membership/contract.ts'
import { DiscountCardsPanel, type DiscountCards } from './discount-cards-panel.tsx'

export interface LoyaltyData {
  readonly loyalty: LoyaltyView
  /** Lowest first. */
  readonly statuses: readonly LoyaltyStatusView[]
  /** Newest first. */
  readonly changes: readonly LoyaltyChangeView[]
  readonly discounts: DiscountCards
}

/** The customer's loyalty status, the other statuses' benefits, and discount cards. */
export function LoyaltySection({ data, userId }: { data: LoyaltyData; userId: string }) {
  const { loyalty, statuses, changes, discounts } = data
  return (
    <>
      <Standing loyalty={loyalty} />
      {!loyalty.isEnabled && <JoinPanel />}
      <LevelsPanel
        statuses={statuses}
        current={loyalty.isEnabled ? loyalty.status.code : undefined}
      />
      {loyalty.isEnabled && <HistoryPanel changes={changes} />}
      <DiscountCardsPanel discounts={discounts} userId={userId} />
    </>
  )
}

function Standing({ loyalty }: { loyalty: LoyaltyView }) {
  const t = useTexts()
  const locale = useLocale()
  const { status, next, missing, spent, progressPercent } = loyalty
  return (
    <div className="ticket-lift">
      <div className="ticket px-6 py-7 [--cut:50%] tablet:px-9">
        <h2 className="text-soft">{t(loyalty.isEnabled ? 'loyaltyStatus' : 'loyaltyAwaits')}</h2>
        <p className="font-display text-[2rem] leading-tight font-[800] tablet:text-[2.5rem]">
          {status.name}
        </p>
        <p className="figures text-soft">
          {t('loyaltySpent', { amount: formatMoney(locale, spent) })}
        </p>
        <progress
          aria-label={t('loyaltyProgress')}
          max={100}
          value={progressPercent}
          className="loyalty-progress mt-4 block w-full"
        />
        <p className="figures mt-2">
          {next && missing
            ? t('loyaltyMissing', { amount: formatMoney(locale, missing), status: next.name })
            : t('loyaltyTop')}
        </p>
      </div>
    </div>
  )
}

function JoinPanel() {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = usePageWork()
  const join = (): Promise<void> =>
    run(async () => {
      await browserClient(locale).send(accountsEnableLoyalty)
      await browserClient(locale).send(loyaltyStatusSet)
    })
  return (
    <Panel title={t('loyaltyTitle')} note={<p>{t('loyaltyInvite')}</p>}>
      {refusal && <Notice>{refusal}</Notice>}
      <Button isWaiting={isWaiting} waitingText={t('saving')} onClick={() => void join()}>
        {t('loyaltyJoin')}
      </Button>
    </Panel>
  )
}

function LevelsPanel(props: {
  readonly statuses: readonly LoyaltyStatusView[]
  readonly current: string | undefined
}) {
  const t = useTexts()
  const locale = useLocale()
  return (
    <Panel title={t('loyaltyLevels')}>
      <ol className="border-t border-rule">
        {props.statuses.map(({ code, name, threshold, benefits }) => {
          const isCurrent = code === props.current
          return (
            <li
              key={code}
              aria-current={isCurrent || undefined}
              className="grid gap-x-6 gap-y-1 border-b border-rule py-4 tablet:grid-cols-[14rem_minmax(0,1fr)]"
            >
              <div>
                <h3 className="font-display text-lg font-bold">{name}</h3>
                <p className="figures text-note text-soft">
                  {t('loyaltyFrom', { amount: formatMoney(locale, threshold) })}
                </p>
                {isCurrent && <p className="text-note text-good">{t('loyaltyNow')}</p>}
              </div>
              {benefits.length === 0 ? (
                <p className="text-soft">{t('loyaltyNoBenefits')}</p>
              ) : (
                <ul className="list-disc space-y-1 pl-5 marker:text-accent">
                  {benefits.map((benefit) => (
                    <li key={benefit}>{benefit}</li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}

function HistoryPanel({ changes }: { changes: readonly LoyaltyChangeView[] }) {
  const t = useTexts()
  const locale = useLocale()
  if (changes.length === 0)
    return <Panel title={t('loyaltyHistory')} note={<p>{t('loyaltyHistoryNone')}</p>} />
  return (
    <Panel title={t('loyaltyHistory')}>
      <ol className="border-t border-rule">
        {changes.map(({ at, name, spent }) => (
          <li
            key={at}
            className="flex flex-wrap items-baseline justify-between gap-x-5 border-b border-rule py-3"
          >
            <span className="font-semibold">{name ?? t('loyaltyBelow')}</span>
            <span className="figures text-note text-soft">
              <time dateTime={at}>{formatDate(locale, at, { year: true })}</time>
              {' · '}
              {formatMoney(locale, spent)}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
