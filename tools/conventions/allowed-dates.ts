import type { AllowedDates } from './written-dates.ts'

const ownClock = 'the clock of the test begins on 1 December 2026'
const noClock = 'the moment is an argument of the function under test'

/** Test files that import the real clock and may write dates out, with the reason. */
export const allowedDates: AllowedDates = {
  'src/flows/fulfilment/tests/confirmation.test.ts': ownClock,
  'src/flows/journeys/tests/assign-vehicle.test.ts': 'a day that is past on every later day',
  'src/flows/journeys/tests/carrier-fares.test.ts': 'a day that is past on every later day',
  'src/flows/returns/tests/by-source.test.ts': ownClock,
  'src/flows/returns/tests/operator-figures.test.ts': ownClock,
  'src/flows/returns/tests/test-env.ts': ownClock,
  'src/modules/catalogue/tests/rules.test.ts': noClock,
  'src/modules/events/tests/filter-days.test.ts': noClock,
  'src/modules/rules-admin/tests/rules-admin.test.ts': 'a rule that ends before it begins',
  'src/modules/settlements/tests/calls.test.ts': noClock,
  'src/modules/tickets/tests/journeys.test.ts': ownClock,
  'src/modules/tickets/tests/wallet.test.ts': ownClock,
  'tests/hostile/anonymous-addresses.ts': ownClock,
  'tools/conventions/conventions.test.ts': 'samples of such dates',
}
