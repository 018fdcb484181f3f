import { sql } from 'kysely'
import type { LocalizedText } from '#kernel/locale.ts'
import { money } from '#kernel/money.ts'
import { ok } from '#kernel/result.ts'
import { payoutPauseEnd } from '#modules/staff/server/public-api.ts'
import { ibanHint, readAccounts, readBalance } from '#modules/wallet/server/public-api.ts'
import { inTransaction, type Context, type StaffActor } from '#platform/context.ts'
import type { MerchantMoneyView } from '../contract.ts'
import type { SettlementView } from '../operator-contract.ts'
import { findMerchantAccount, listWithAccount } from './bank-account.ts'
import { listOpenClaims } from './claims.ts'
import { merchantAccount } from './commission.ts'
import { listPayouts, type Payout } from './payouts.ts'
import type { SettlementPorts } from './ports.ts'
import { presentClaim, presentPayout, presentStatement } from './present.ts'
import { readReserve } from './reserves.ts'
import { paidIn, readNewestStatements, readStatements } from './statements.ts'
import { currentAndComing, presentFeeTerms, readFeeTerms } from './fee-terms.ts'
import { presentServiceFee } from './merchant-fees.ts'
import { nextTerms, presentTerms, termsAt } from './terms.ts'

const statementsShown = 26
const payoutsShown = 50

/** What the platform owes each organiser, in minor units: calculated only from the postings, in one query. */
export async function readOwed(context: Context): Promise<Map<number, number>> {
  const sums = await readAccounts(context, 'merchant:', paidIn)
  return new Map([...sums].map(([code, sum]) => [Number(code.slice('merchant:'.length)), 0 - sum]))
}

const inTransitStates = new Set(['approved', 'sent'])

function inTransitOf(payouts: readonly Payout[]): number {
  return payouts
    .filter(({ state }) => inTransitStates.has(state))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

/** Everything that an organiser's owner sees about its money. */
export async function readMerchantMoney(
  context: Context,
  { readUpcoming }: SettlementPorts,
  { merchantId }: StaffActor,
): Promise<MerchantMoneyView> {
  const upcoming = await readUpcoming(context)
  const terms = (await termsAt(context, [merchantId], context.clock.now())).get(merchantId)
  const coming = (await nextTerms(context, [merchantId])).get(merchantId)
  const [owedBy, reservedMinor, account, claims, statements, payouts, next] = await Promise.all([
    readBalance(context, merchantAccount(merchantId), paidIn),
    readReserve(context, merchantId, terms, upcoming),
    findMerchantAccount(context, merchantId),
    listOpenClaims(context),
    readStatements(context, merchantId, statementsShown),
    listPayouts(context, { merchantId, most: payoutsShown }),
    readNextCloses(context),
  ])
  const claim = claims.get(merchantId)
  const pausedUntil = await payoutPauseEnd(context, merchantId)
  return {
    owed: money(0 - owedBy),
    reserved: money(reservedMinor),
    inTransit: money(inTransitOf(payouts)),
    terms: terms ? presentTerms(terms) : null,
    nextTerms: coming ? presentTerms(coming) : null,
    nextStatementAt: next.get(merchantId)?.toISOString() ?? null,
    bankAccount: account
      ? {
          ibanHint: ibanHint(account.iban),
          holderName: account.holderName,
          usableFrom: account.usableFrom.toISOString(),
        }
      : null,
    payoutsPausedUntil: pausedUntil?.toISOString() ?? null,
    claim: claim ? presentClaim(claim) : null,
    statements: statements.map(presentStatement),
    payouts: payouts.map(presentPayout),
  }
}

async function readNextCloses(context: Context): Promise<Map<number, Date>> {
  const rows = await context.db
    .selectFrom('merchant_settlement')
    .select(['merchant_id', 'next_close_at'])
    .execute()
  return new Map(rows.map((row) => [row.merchant_id, row.next_close_at]))
}

/** All organisers with a balance or a pending decision, those with a decision first. */
export async function readSettlements(context: Context, { readUpcoming }: SettlementPorts) {
  const upcoming = await readUpcoming(context)
  const { rows: merchants } = await sql<{ merchantId: number; name: LocalizedText }>`
    select merchant_id as "merchantId", name from merchant_summary order by merchant_id`.execute(
    context.db,
  )
  const ids = merchants.map(({ merchantId }) => merchantId)
  // All balances are read in one transaction.
  const done = await inTransaction(context, async (inside) =>
    ok({
      owed: await readOwed(inside),
      payouts: await listPayouts(inside, { most: 200 }),
    }),
  )
  const { owed, payouts } = done.value
  const [terms, coming, claims, statements, withAccount, nextCloses, chosen] = await Promise.all([
    termsAt(context, ids, context.clock.now()),
    nextTerms(context, ids),
    listOpenClaims(context),
    readNewestStatements(context),
    listWithAccount(context),
    readNextCloses(context),
    readFeeTerms(context, ids),
  ])
  const names = new Map(merchants.map(({ merchantId, name }) => [merchantId, name]))
  const views = await Promise.all(
    merchants.map(async ({ merchantId, name }): Promise<SettlementView> => {
      const own = payouts.filter((payout) => payout.merchantId === merchantId)
      const proposed = own.find(({ state }) => state === 'proposed')
      const [claim, statement] = [claims.get(merchantId), statements.get(merchantId)]
      const [now, next] = [terms.get(merchantId), coming.get(merchantId)]
      const versions = chosen.filter((one) => one.merchantId === merchantId)
      const fees = currentAndComing(versions, context.clock.now()).now
      return {
        merchantId,
        name,
        owed: money(owed.get(merchantId) ?? 0),
        reserved: money(await readReserve(context, merchantId, now, upcoming)),
        inTransit: money(inTransitOf(own)),
        terms: now ? presentTerms(now) : null,
        nextTerms: next ? presentTerms(next) : null,
        fees: fees && presentFeeTerms(fees),
        nextStatementAt: nextCloses.get(merchantId)?.toISOString() ?? null,
        hasBankAccount: withAccount.has(merchantId),
        statement: statement ? presentStatement(statement) : null,
        proposed: proposed ? presentPayout(proposed) : null,
        claim: claim ? presentClaim(claim) : null,
      }
    }),
  )
  const rank = (view: SettlementView) => (view.proposed ? 0 : view.owed.amount === 0 ? 2 : 1)
  return {
    merchants: views.toSorted((one, other) => rank(one) - rank(other)),
    serviceFee: await presentServiceFee(context),
    payouts: payouts
      .filter(({ state }) => state !== 'proposed')
      .slice(0, payoutsShown)
      .map((payout) => ({
        ...presentPayout(payout),
        merchantId: payout.merchantId,
        name: names.get(payout.merchantId) ?? { ka: '', en: '' },
      })),
  }
}
