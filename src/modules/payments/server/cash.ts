import { cashNumber } from '../capability-shapes.ts'
import type { Answer, PaymentProvider } from './provider.ts'

const refused = async (): Promise<Answer<never>> => ({
  kind: 'refused',
  code: 'cash',
  detail: 'Cash is taken at a counter',
})

/**
 * Cash that an organiser's counter has taken. Nobody is asked for it and nobody can send it back: what it paid goes back
 * over the counter, or to the buyer's balance.
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
