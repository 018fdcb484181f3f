import { cashNumber } from '../capability-shapes.ts'
import type { Answer, PaymentProvider } from './provider.ts'

const refused = async (): Promise<Answer<never>> => ({
  kind: 'refused',
  code: 'cash',
  detail: 'Cash is taken at a counter',
})

/**
 * Cash taken at an organiser's counter. There is no outside provider to ask or to refund through: refunds are paid in
 * cash at the counter, or to the buyer's balance.
 */
export const cash: PaymentProvider = {
  number: cashNumber,
  name: 'cash',
  currencies: ['GEL'],
  sessionMinutesMax: 1,
  isPush: false,
  create: refused,
  read: refused,
  refund: null,
  forgetCard: refused,
}
