import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { LocalLink } from '#design/parts/local-link.tsx'
import { useLocale } from '#design/texts.tsx'
import { Panel } from '#design/parts/card.tsx'
import { formatMoney } from '#kernel/format.ts'
import type { Money } from '#kernel/money.ts'
import { useTexts } from '#modules/accounts/web/texts.ts'
import { DeletionNotice } from '#modules/accounts/web/account/deletion-section.tsx'
import { AccountPicture } from '#modules/accounts/web/account/picture-panel.tsx'
import type { AccountView } from '#modules/accounts/shapes.ts'
import type { OrderSummaryView } from '#modules/orders/contract.ts'
import { OrderRow } from '#modules/tickets/web/parts/order-row.tsx'
import { useShellData } from '../parts/shell-data.ts'

interface OverviewProps {
  readonly account: AccountView
  readonly next: OrderSummaryView | null
  readonly available: Money
  /** Texts of decisions that the customer has to make. */
  readonly asked: readonly string[]
}

/** The customer's status, next event, and pending decisions. */
export function Overview({ account, next, available, asked }: OverviewProps) {
  const t = useTexts()
  const locale = useLocale()
  const passes = useShellData()?.sections.find(({ path }) => path === '/multipass')
  return (
    <>
      {account.deleteAfter && <DeletionNotice deleteAfter={account.deleteAfter} />}
      <div className="flex items-center gap-4">
        <AccountPicture account={account} size="small" />
        <div className="min-w-0">
          <p className="text-lg font-semibold">{account.fullName}</p>
          <p className="break-all text-soft">{account.email}</p>
        </div>
      </div>
      {asked.length > 0 && (
        <Panel title={t('askedTitle')} note={<p>{t('askedNote')}</p>}>
          <ul className="border-t border-rule">
            {asked.map((title) => (
              <Row key={title} to="/account/consents">
                {title}
              </Row>
            ))}
          </ul>
        </Panel>
      )}
      <section>
        <h2 className="mb-3 font-display text-xl font-bold">{t('nextTitle')}</h2>
        {next ? (
          <ol className="border-t-2 border-ink">
            <OrderRow order={next} isQuiet={false} />
          </ol>
        ) : (
          <p className="border-t-2 border-ink pt-4 text-soft">
            {t('nextNone')}{' '}
            <LocalLink to="/" className="link flex min-h-11 w-fit items-center">
              {t('nextFind')}
            </LocalLink>
          </p>
        )}
      </section>
      <Panel title={t('factsTitle')}>
        <ul className="border-t border-rule">
          <Row to="/account/wallet" value={formatMoney(locale, available)}>
            {t('balanceTitle')}
          </Row>
          {passes && <Row to={passes.path}>{passes.name}</Row>}
          <Row to="/account/profile" value={phoneState(account, t)}>
            {t('phoneTitle')}
          </Row>
          <Row
            to="/account/security"
            value={account.passkeys.length > 0 ? t('factOn') : t('factOff')}
          >
            {t('passkeysTitle')}
          </Row>
          <Row
            to="/account/loyalty"
            value={account.isLoyaltyEnabled ? t('factOn') : t('factLoyalty')}
          >
            {t('loyaltyTitle')}
          </Row>
          <Row to="/account/profile" value={account.studentUntil ? t('factOn') : t('factOff')}>
            {t('studentTitle')}
          </Row>
        </ul>
      </Panel>
    </>
  )
}

function phoneState(account: AccountView, t: ReturnType<typeof useTexts>): string {
  if (account.phone === null) return t('factOff')
  return account.isPhoneVerified ? account.phone : t('factPhone')
}

function Row(props: { to: string; value?: string; children: ReactNode }) {
  return (
    <li className="relative flex min-h-12 items-center gap-3 border-b border-rule py-2 hover:bg-sunk">
      <div className="flex min-w-0 grow flex-wrap justify-between gap-x-4">
        <LocalLink to={props.to} className="after:absolute after:inset-0">
          {props.children}
        </LocalLink>
        {props.value && <span className="figures text-soft">{props.value}</span>}
      </div>
      <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-soft" />
    </li>
  )
}
