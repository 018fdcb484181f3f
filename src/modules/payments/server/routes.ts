import { requireCustomer } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import { listCards, removeCard } from './saved-cards.ts'

/** Listing and removing saved cards; saving one starts in the checkout flow. */
export const cardRoutes: readonly Implementation[] = [
  implement(calls.authPaymentCards, requireCustomer, (context) => listCards(context)),
  implement(calls.walletCards, requireCustomer, (context) => listCards(context)),
  implement(calls.walletSearch, requireCustomer, (context, { query }) =>
    listCards(context, query.name),
  ),
  implement(calls.authPaymentCardDelete, requireCustomer, (context, { params }) =>
    removeCard(context, params.paymentcardid),
  ),
  implement(calls.walletCardDelete, requireCustomer, (context, { params }) =>
    removeCard(context, params.id),
  ),
]
