/** Calls of a carrier's staff about its runs. */
import { z } from 'zod'
import { defineCall } from '#contract/call.ts'
import { flag, identifier, instant, text, wholeNumber } from '#contract/fields.ts'
import { legCountMax } from '#kernel/legs.ts'

const office = { area: 'own', credential: 'merchant', staffPermission: 'shows' } as const

/** A day in the range that the database accepts. */
export const officeDay = z.iso
  .date()
  .refine((value) => value >= '2000-01-01' && value < '2100-01-01', 'Out of range')

const legCounts = z.object({ sold: z.number().int(), held: z.number().int() })

const runHead = {
  runId: z.number().int(),
  lineId: z.number().int(),
  /** Train or bus with its number. */
  name: z.string(),
  from: z.string(),
  to: z.string(),
  departsAt: instant,
  arrivesAt: instant,
  timeZone: z.string(),
  state: z.enum(['on-time', 'delayed', 'cancelled']),
  /** The largest delay at any stop. */
  delayMinutes: z.number().int(),
  isOver: z.boolean(),
  /** `stopped`: by the carrier; the others follow from its terms and the time. */
  sale: z.enum(['open', 'stopped', 'not-yet', 'closed', 'cancelled']),
  vehicle: z.string(),
  /** Ordinary and other seats that can be sold. */
  capacity: z.number().int(),
  /** Passengers with tickets and seats. */
  sold: z.number().int(),
  /** Passengers with tickets who have lost their seats to another vehicle. */
  withoutSeat: z.number().int(),
  /** Seats held for orders that are not paid yet. */
  held: z.number().int(),
  /** Occupancy of each stretch between two stops. */
  legs: z.array(legCounts),
}
export const officeRunLine = z.object(runHead)
export type OfficeRunLine = z.output<typeof officeRunLine>

/** Sorted by what a column shows, each in both directions. */
export const officeRunSorts = [
  'departure',
  'departureReversed',
  'line',
  'lineReversed',
  'vehicle',
  'vehicleReversed',
  'fewestSold',
  'mostSold',
  'state',
  'stateReversed',
] as const
export type OfficeRunSort = (typeof officeRunSorts)[number]

export const listOfficeRuns = defineCall({
  ...office,
  id: 'own-merchant-runs',
  method: 'GET',
  path: '/v2/merchantusers/runs',
  summary:
    'Runs of a day of the organiser’s carriers, sold or not, with occupancy by leg, in the order asked for; filtered by line, and by words of line, stop or time',
  required: [],
  query: z.object({
    day: officeDay.optional(),
    lineId: identifier.optional(),
    text: text(60).optional(),
    sort: z.enum(officeRunSorts).default('departure'),
    offset: wholeNumber(0, 5_000).default(0),
  }),
  reply: z.object({
    day: z.iso.date(),
    lines: z.array(z.object({ lineId: z.number().int(), name: z.string() })),
    /** Number of runs that match. */
    total: z.number().int(),
    items: z.array(officeRunLine),
    /** Offset of the following page; null on the last one. */
    next: z.number().int().nullable(),
  }),
  errors: ['NotFound'],
})

export const officeRunView = z.object({
  ...runHead,
  line: z.string(),
  vehicleTypeId: z.number().int(),
  stops: z.array(
    z.object({
      name: z.string(),
      /** Scheduled; null at the first stop. */
      arrivesAt: instant.nullable(),
      /** Scheduled; null at the last stop. */
      departsAt: instant.nullable(),
      timeZone: z.string(),
      delayMinutes: z.number().int(),
      platform: z.string().nullable(),
      /** That of the timetable, when another one is used. */
      plannedPlatform: z.string().nullable(),
      /** The real-time feed has announced that the vehicle does not stop here. */
      isSkipped: z.boolean(),
    }),
  ),
})
export type OfficeRunView = z.output<typeof officeRunView>

export const readOfficeRun = defineCall({
  ...office,
  id: 'own-merchant-run',
  method: 'GET',
  path: '/v2/merchantusers/runs/run',
  summary: 'One run with its stops, delays and occupancy by leg',
  required: ['runId'],
  query: z.object({ runId: identifier }),
  reply: officeRunView,
  errors: ['NotFound'],
})

/** Maximum number of runs whose sale is switched at once: a page of the list. */
export const runsPerChange = 50

export const switchOfficeSale = defineCall({
  ...office,
  id: 'own-merchant-runs-sale',
  method: 'POST',
  path: '/v2/merchantusers/runs/sale',
  summary: 'Stops or resumes the sale of runs; sold and held places are not affected',
  required: ['body'],
  body: z.object({ runIds: z.array(identifier).min(1).max(runsPerChange), isOnSale: flag }),
  reply: z.object({ changed: z.number().int() }),
  errors: ['NotFound', 'RunNotChangeable'],
})

export const cancelOfficeRun = defineCall({
  ...office,
  id: 'own-merchant-run-cancel',
  stepUp: { purpose: 'refunds' },
  method: 'POST',
  path: '/v2/merchantusers/runs/cancel',
  summary:
    'Cancels a run: its sale ends and its passengers choose another run or are refunded a day later',
  required: ['body'],
  body: z.object({ runId: identifier }),
  reply: officeRunView,
  errors: ['NotFound', 'RunNotChangeable'],
})

export const reinstateOfficeRun = defineCall({
  ...office,
  id: 'own-merchant-run-reinstate',
  method: 'POST',
  path: '/v2/merchantusers/runs/reinstate',
  summary:
    'Schedules a cancelled run again: tickets that were not refunded yet are valid and may be returned in full',
  required: ['body'],
  body: z.object({ runId: identifier }),
  reply: officeRunView,
  errors: ['NotFound', 'RunNotChangeable'],
})

export const delayOfficeRun = defineCall({
  ...office,
  id: 'own-merchant-run-delay',
  stepUp: { purpose: 'refunds' },
  method: 'POST',
  path: '/v2/merchantusers/runs/delay',
  summary: 'Sets the delay of a run from one of its stops on; passengers are notified',
  required: ['body'],
  body: z.object({
    runId: identifier,
    /** From the first stop, counted from 0. */
    stop: wholeNumber(0, legCountMax).default(0),
    minutes: wholeNumber(0, 720),
  }),
  reply: officeRunView,
  errors: ['NotFound', 'RunNotChangeable'],
})

export const setOfficePlatform = defineCall({
  ...office,
  id: 'own-merchant-run-platform',
  method: 'POST',
  path: '/v2/merchantusers/runs/platform',
  summary:
    'Sets the platform of a run at one of its stops, or takes it back; passengers who board there are notified',
  required: ['body'],
  body: z.object({
    runId: identifier,
    /** From the first stop, counted from 0. */
    stop: wholeNumber(0, legCountMax).default(0),
    /** Null: that of the timetable. */
    platform: text(10).nullable(),
  }),
  reply: officeRunView,
  errors: ['NotFound', 'RunNotChangeable'],
})
