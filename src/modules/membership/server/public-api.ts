/** Server API of the membership module. */
export { hashPin } from './discount-cards.ts'
export { bindCard, cardIdOf } from './bind-card.ts'
export { readOwnCards, readOwnStatus, type OwnCard } from './own-benefits.ts'
export { membershipRoutes } from './routes.ts'
