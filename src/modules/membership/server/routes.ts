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
  implement(calls.loyaltyStatusGet, (context) => readLoyalty(context, { keep: false })),
  implement(calls.loyaltyStatusSet, (context) => readLoyalty(context, { keep: true })),
  implement(calls.loyaltyStatuses, (context) => listStatuses(context)),
  implement(calls.loyaltyHistory, (context) => listLoyaltyChanges(context)),
  implement(calls.discountCardTypes, (context) => listTypes(context)),
  implement(calls.walletDiscountCardTypes, (context) => listTypes(context)),
  implement(calls.discountCardsAdd, (context, { query }) => addDiscountCard(context, query)),
  implement(calls.discountCardsList, (context, { params }) =>
    listDiscountCards(context, params.userid),
  ),
  implement(calls.walletDiscountCards, (context) => listDiscountCards(context)),
  implement(calls.discountCardsRemove, (context, { params }) =>
    removeDiscountCard(context, { customerId: params.userid, cardNumber: params.cardnumber }),
  ),
]
