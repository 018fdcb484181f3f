/** Apart from the other calls of the catalogue: only the calendar needs it. */
export { ownCalendarPage, type CalendarPage } from './list-calls.ts'
