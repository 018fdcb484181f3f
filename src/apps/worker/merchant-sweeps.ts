import type { Ports } from '#apps/server/ports.ts'
import type { Services } from '#apps/server/services.ts'
import { listPassedOnFees } from '#modules/catalogue/server/public-api.ts'
import {
  applyDuePrices,
  countFormerDiscounts,
  refreshAllSales,
} from '#modules/merchant/server/public-api.ts'
import { makeDueStatements, sendPayouts } from '#modules/settlements/server/public-api.ts'
import type { Sweep } from './sweeps.ts'

/** Sweeps for organisers: statistics, calendar prices, statements, payouts if a bank is configured. */
export function merchantSweeps({ settlements, payouts }: Ports, services: Services): Sweep[] {
  const context = () => services.systemContext()
  const own: Sweep[] = [
    { name: 'merchant-sales', everySeconds: 30, run: () => refreshAllSales(context()) },
    { name: 'former-discounts', everySeconds: 60, run: () => countFormerDiscounts(context()) },
    { name: 'price-phases', everySeconds: 15, run: () => applyDuePrices(context()) },
    { name: 'passed-on-fees', everySeconds: 15, run: () => listPassedOnFees(context()) },
    {
      name: 'merchant-statements',
      everySeconds: 60,
      run: () => makeDueStatements(context(), settlements.readUpcoming),
    },
  ]
  if (payouts === null) return own
  return [
    ...own,
    { name: 'merchant-payouts', everySeconds: 2, run: () => sendPayouts(context(), payouts) },
  ]
}
