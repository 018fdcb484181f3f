/** What flows and apps may ask of counters. */
export { notePrint } from './prints.ts'
export {
  addEntry,
  closeShift,
  findOpenShift,
  listClosedShifts,
  lockShift,
  openShift,
  presentHead,
  presentShift,
  wasSoldIn,
  type Shift,
} from './shifts.ts'
