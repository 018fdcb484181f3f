import { ownStepUpState } from '#modules/accounts/step-up-contract.ts'
import { data, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { CallError } from '#contract/client.ts'
import { cachedClientLoader } from '#design/data/cached-loader.ts'
import { serverCallsContext, type ServerCalls } from '#design/data/server-calls.ts'
import { signInFirst } from '#design/data/sign-in-first.ts'
import { accountExport } from '#flows/leave/contract.ts'
import { accountsGet } from '#modules/accounts/care-contract.ts'
import {
  authDataShareConsentGet,
  authSigninConsentGet,
} from '#modules/accounts/consent-contract.ts'
import { ConsentsSection, type Consents } from '#modules/accounts/web/account/consents-section.tsx'
import { DeletionSection } from '#modules/accounts/web/account/deletion-section.tsx'
import { ProfileSection } from '#modules/accounts/web/account/profile-section.tsx'
import { SecuritySection } from '#modules/accounts/web/account/security-section.tsx'
import { visitorState } from '#modules/accounts/visitor-contract.ts'
import { ownSessions } from '#modules/accounts/sessions-contract.ts'
import { useTexts } from '#modules/accounts/web/texts.ts'
import { ownFollows } from '#modules/follows/contract.ts'
import {
  loyaltyHistory,
  loyaltyStatuses,
  loyaltyStatusGet,
  walletDiscountCards,
  walletDiscountCardTypes,
} from '#modules/membership/contract.ts'
import { listOrders, type OrderSummaryView } from '#modules/orders/contract.ts'
import { passengerTemplatesList } from '#modules/passengers/contract.ts'
import { SavedPassengers } from '#modules/passengers/web/saved-passengers.tsx'
import { useTexts as usePassengerTexts } from '#modules/passengers/web/texts.ts'
import { authPaymentCards } from '#modules/payments/contract.ts'
import { ownSavedSearches } from '#modules/search/contract.ts'
import { balanceRead, ownStatement, ownTopUp, type TopUpView } from '#modules/wallet/contract.ts'
import { ownBankAccounts, ownWithdrawals } from '#modules/wallet/withdrawal-contract.ts'
import { AccountFrame } from '../account/frame.tsx'
import { LoyaltySection, type LoyaltyData } from '../account/loyalty/loyalty-section.tsx'
import { NotificationsPanel } from '../account/notifications-panel.tsx'
import { Overview } from '../account/overview.tsx'
import { SavedSection, type SavedData } from '../account/saved/saved-section.tsx'
import { sectionOf, type Section } from '../account/sections.ts'
import { pageSize } from '../account/wallet/statement-panel.tsx'
import { WalletSection, type WalletData } from '../account/wallet/wallet-section.tsx'

/** An event counts as upcoming until this long after its start. */
const afterStartMilliseconds = 6 * 3_600_000

/**
 * The account, whose sections combine several modules: one page for all, because each visitor's first script
 * contains the list of pages.
 */
export async function loader({ url, params, context }: LoaderFunctionArgs) {
  const section = sectionOf(params['section'])
  if (section === null) throw data(null, { status: 404 })
  const calls = context.get(serverCallsContext)
  const account = await signInFirst(calls, url, calls.send(accountsGet))
  switch (section) {
    case 'overview': {
      const [consents, { orders }, balances] = await Promise.all([
        consentsOf(calls),
        calls.send(listOrders),
        calls.send(balanceRead),
      ])
      const asked = Object.values(consents).filter(({ isAsked }) => isAsked)
      const next = nextOf(orders, Date.now() - afterStartMilliseconds)
      return {
        section,
        account,
        next,
        available: balances.available,
        asked: asked.map(({ title }) => title),
      }
    }
    case 'saved':
      return { section, account, saved: await savedOf(calls) }
    case 'passengers': {
      const { templates } = await calls.send(passengerTemplatesList)
      return { section, account, passengers: templates }
    }
    case 'wallet':
      return { section, account, wallet: await walletOf(calls, url) }
    case 'loyalty':
      return { section, account, loyalty: await loyaltyOf(calls) }
    case 'security':
      return { section, account, ...(await securityOf(calls)) }
    case 'consents':
      return { section, account, consents: await consentsOf(calls) }
    default:
      return { section, account }
  }
}

export const clientLoader = cachedClientLoader

async function consentsOf(calls: ServerCalls): Promise<Consents> {
  const [signIn, dataShare] = await Promise.all([
    calls.send(authSigninConsentGet),
    calls.send(authDataShareConsentGet),
  ])
  return { signIn, dataShare }
}

async function savedOf(calls: ServerCalls): Promise<SavedData> {
  const [follows, { items }] = await Promise.all([
    calls.send(ownFollows),
    calls.send(ownSavedSearches),
  ])
  return { ...follows, searches: items }
}

async function walletOf(calls: ServerCalls, url: URL): Promise<WalletData> {
  const paymentId = url.searchParams.get('paymentId')
  const [
    balances,
    statement,
    { cards },
    { accounts },
    { withdrawals },
    { withdrawalsFrom },
    topUp,
  ] = await Promise.all([
    calls.send(balanceRead),
    calls.send(ownStatement, { query: { pageSize } }),
    calls.send(authPaymentCards),
    calls.send(ownBankAccounts),
    calls.send(ownWithdrawals),
    calls.send(ownStepUpState),
    paymentId === null ? null : topUpOf(calls, paymentId),
  ])
  return { balances, ...statement, cards, accounts, withdrawals, withdrawalsFrom, topUp }
}

async function securityOf(calls: ServerCalls) {
  const [{ sessions }, { externalProviders }] = await Promise.all([
    calls.send(ownSessions),
    calls.send(visitorState),
  ])
  return { sessions, externalProviders }
}

async function loyaltyOf(calls: ServerCalls): Promise<LoyaltyData> {
  const [loyalty, { statuses }, { changes }, { cards }, { types }] = await Promise.all([
    calls.send(loyaltyStatusGet),
    calls.send(loyaltyStatuses),
    calls.send(loyaltyHistory),
    calls.send(walletDiscountCards),
    calls.send(walletDiscountCardTypes),
  ])
  return { loyalty, statuses, changes, discounts: { cards, types } }
}

/** Null if the payment is no top-up of the customer's: a card was saved, or the address was invented. */
async function topUpOf(calls: ServerCalls, paymentId: string): Promise<TopUpView | null> {
  try {
    return await calls.send(ownTopUp, { params: { paymentId } })
  } catch (error) {
    if (error instanceof CallError && error.status < 500) return null
    throw error
  }
}

/** The next upcoming paid order. */
function nextOf(orders: readonly OrderSummaryView[], since: number): OrderSummaryView | null {
  const startOf = (order: OrderSummaryView): number => Date.parse(order.event?.startsAt ?? '')
  const coming = orders.filter(
    (order) =>
      order.ticketCount + order.goodsCount > 0 &&
      order.statusName === 'Processed' &&
      startOf(order) > since,
  )
  return coming.toSorted((left, right) => startOf(left) - startOf(right))[0] ?? null
}

const titles = {
  overview: 'accountTitle',
  saved: 'accountSaved',
  wallet: 'accountWallet',
  loyalty: 'loyaltyTitlePage',
  profile: 'accountProfile',
  security: 'accountSecurity',
  consents: 'accountConsents',
  delete: 'deleteTitle',
} as const satisfies Record<Exclude<Section, 'passengers'>, string>

export default function Account() {
  const t = useTexts()
  const ofPassengers = usePassengerTexts()
  const loaded = useLoaderData<typeof loader>()
  const title =
    loaded.section === 'passengers' ? ofPassengers('accountPassengers') : t(titles[loaded.section])
  return (
    <AccountFrame section={loaded.section} title={title}>
      {loaded.section === 'overview' && <Overview {...loaded} />}
      {loaded.section === 'saved' && <SavedSection saved={loaded.saved} />}
      {loaded.section === 'passengers' && <SavedPassengers passengers={loaded.passengers} />}
      {loaded.section === 'wallet' && (
        <WalletSection wallet={loaded.wallet} account={loaded.account} />
      )}
      {loaded.section === 'loyalty' && (
        <LoyaltySection data={loaded.loyalty} userId={loaded.account.userId} />
      )}
      {loaded.section === 'profile' && <ProfileSection account={loaded.account} />}
      {loaded.section === 'security' && <SecuritySection {...loaded} />}
      {loaded.section === 'consents' && (
        <>
          <NotificationsPanel />
          <ConsentsSection consents={loaded.consents} exportCall={accountExport} />
        </>
      )}
      {loaded.section === 'delete' && <DeletionSection account={loaded.account} />}
    </AccountFrame>
  )
}
