import { requireCustomer } from '#platform/http/guards.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'
import * as calls from '../contract.ts'
import {
  addDiscountCard,
  listDiscountCards,
  listTypes,
  removeDiscountCard,
} from './discount-cards.ts'
import { listLoyaltyChanges } from './loyalty-history.ts'
import { listStatuses, readLoyalty } from './loyalty.ts'

export const membershipRoutes: readonly Implementation[] = [
  implement(calls.loyaltyStatusGet, requireCustomer, (context) =>
    readLoyalty(context, { store: false }),
  ),
  implement(calls.loyaltyStatusSet, requireCustomer, (context) =>
    readLoyalty(context, { store: true }),
  ),
  implement(calls.loyaltyStatuses, requireCustomer, (context) => listStatuses(context)),
  implement(calls.loyaltyHistory, requireCustomer, (context) => listLoyaltyChanges(context)),
  implement(calls.discountCardTypes, requireCustomer, (context) => listTypes(context)),
  implement(calls.walletDiscountCardTypes, requireCustomer, (context) => listTypes(context)),
  implement(calls.discountCardsAdd, requireCustomer, (context, { query }) =>
    addDiscountCard(context, query),
  ),
  implement(calls.discountCardsList, requireCustomer, (context, { params }) =>
    listDiscountCards(context, params.userid),
  ),
  implement(calls.walletDiscountCards, requireCustomer, (context) => listDiscountCards(context)),
  implement(calls.discountCardsRemove, requireCustomer, (context, { params }) =>
    removeDiscountCard(context, { customerId: params.userid, cardNumber: params.cardnumber }),
  ),
]
