/** What other rooms may use of membership. */
export { hashPin } from './discount-cards.ts'
export { membershipRoutes } from './routes.ts'
