import {
  clientLoader as shopClientLoader,
  loader as shopLoader,
} from '#modules/orders/web/pages/payment-result.tsx'
import { inWidget } from '../../widget/load.ts'

export { headers } from '#modules/orders/web/pages/payment-result.tsx'
/** The state of the payment, with the tickets, on the organiser's own page. */
export { default } from '../payment-result.tsx'

export const loader = inWidget(shopLoader)
export const clientLoader = inWidget(shopClientLoader)
