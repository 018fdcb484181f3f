/**
 * Tests whose result depends on the day and the hour: they run with the real clock, and have to do with dates, ages,
 * business days, opening hours and validity. `npm run test:nightly` runs them at every moment of `moments.ts`, and all
 * files at one of them.
 */
export const dateSensitiveFiles: readonly string[] = [
  'tests/living-programme.nightly.ts',
  'tests/flights/own-supplier.test.ts',
  'tests/hostile/names.test.ts',
  'tests/settlements/reserve.test.ts',
  'src/flows/cinema/tests/calls.test.ts',
  'src/flows/cinema/tests/front-row.test.ts',
  'src/flows/cinema/tests/office.test.ts',
  'src/flows/cinema/tests/programme.test.ts',
  'src/flows/counter/tests/balance.test.ts',
  'src/flows/counter/tests/counter.test.ts',
  'src/flows/journeys/tests/assign-vehicle.test.ts',
  'src/flows/journeys/tests/carrier-fares.test.ts',
  'src/flows/journeys/tests/carrier-runs.test.ts',
  'src/flows/journeys/tests/full-days.test.ts',
  'src/flows/journeys/tests/rename.test.ts',
  'src/flows/pass/tests/verticals.test.ts',
  'src/modules/cinema/tests/programme.test.ts',
  'src/modules/merchant/tests/dates.test.ts',
  'src/modules/merchant/tests/visits.test.ts',
  'src/modules/operator/tests/export.test.ts',
  'src/modules/operator/tests/import-calls.test.ts',
  'src/modules/settlements/tests/calls.test.ts',
  'src/modules/settlements/tests/fees.test.ts',
  'src/modules/timetable/tests/routing.test.ts',
  // Without the real clock, but of its time zone.
  'src/kernel/tests',
  'src/modules/search/tests/intent.test.ts',
  'src/modules/events/tests/filter-days.test.ts',
]

/**
 * Tests that wait for a timer of PostgreSQL, here that of its deadlocks. While a backend waits, libfaketime passes its calls
 * to the real clock, the handler of SIGALRM included, so PostgreSQL believes that a timer set ahead has not expired and
 * sets it again. They do not depend on the date, and run with the clock of the machine only.
 */
export const filesWithDatabaseTimers: readonly string[] = [
  'src/platform/database/tests/repeat-transaction.test.ts',
  'src/flows/journeys/tests/lock-order.test.ts',
]
