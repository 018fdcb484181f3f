/** The rules of the GTFS-Realtime reference about the stops of a trip: what is said, and what becomes of the runs. */
import type {
  MessageFields,
  TripUpdateFields,
} from '../../../../tests/support/realtime-messages.ts'
import { at, today, type RunName } from './realtime-feed.ts'

export interface Rule {
  /** Section of the reference, and what it says. */
  readonly section: string
  readonly rule: string
  /** Messages, one after the other. */
  readonly said: readonly (MessageFields | TripUpdateFields)[]
  readonly runs: readonly (readonly [RunName, string])[]
  /** Reasons for which updates of the last message are passed over. */
  readonly passedOver?: Readonly<Record<string, number>>
}

const tens = { tripId: 'Tens', startDate: today }
const zero = { tripId: 'Zero', startDate: today }
const onTime = '0, 0, 0, 0'
const theTens = { trip: 'Tens' }

export const stopRules: readonly Rule[] = [
  {
    section: 'StopTimeUpdate.stop_sequence',
    rule: 'is the number of the feed: here in steps of ten',
    said: [{ ...tens, stops: [{ sequence: 30, arrival: 600, departure: 600 }] }],
    runs: [[theTens, '0, 0, 600, 600']],
  },
  {
    section: 'StopTimeUpdate.stop_sequence',
    rule: 'is the number of the feed: here from 0',
    said: [{ ...zero, stops: [{ sequence: 1, arrival: 600, departure: 600 }] }],
    runs: [[{ trip: 'Zero' }, '0, 600, 600, 600']],
  },
  {
    section: 'StopTimeUpdate.stop_sequence',
    rule: 'tells the second visit of a stop from the first',
    said: [
      {
        tripId: 'Loop',
        startDate: today,
        stops: [{ sequence: 8, stopId: 'S2', arrival: 300, departure: 300 }],
      },
    ],
    runs: [[{ trip: 'Loop' }, '0, 0, 0, 300, 300']],
  },
  {
    section: 'StopTimeUpdate.stop_id',
    rule: 'means the next call at the stop, in the order of the trip',
    said: [
      {
        tripId: 'Loop',
        startDate: today,
        stops: [
          { stopId: 'S3', arrival: 60, departure: 60 },
          { stopId: 'S2', arrival: 300, departure: 300 },
        ],
      },
    ],
    runs: [[{ trip: 'Loop' }, '0, 0, 60, 300, 300']],
  },
  {
    section: 'StopTimeUpdate.stop_id',
    rule: 'decides against a number that is not the one of the feed',
    said: [{ ...tens, stops: [{ sequence: 3, stopId: 'S3', arrival: 60, departure: 60 }] }],
    runs: [[theTens, '0, 0, 60, 60']],
  },
  {
    section: 'StopTimeUpdate',
    rule: 'an update for a stop that the trip does not have is passed over',
    said: [
      {
        ...tens,
        stops: [
          { sequence: 7, departure: 900 },
          { stopId: 'P1', departure: 900 },
          { departure: 900 },
        ],
      },
    ],
    runs: [[theTens, onTime]],
  },
  {
    section: 'StopTimeUpdate.arrival',
    rule: 'an arrival is compared with the planned arrival, not with the departure',
    said: [{ ...tens, stops: [{ stopId: 'S2', arrival: { time: at(9, 30) } }] }],
    runs: [[theTens, onTime]],
  },
  {
    section: 'StopTimeUpdate.arrival',
    rule: 'an early arrival alone is no early departure',
    said: [{ ...tens, stops: [{ sequence: 20, arrival: -240 }] }],
    runs: [[theTens, '0, -240:0, 0, 0']],
  },
  {
    section: 'StopTimeUpdate.arrival',
    rule: 'a late arrival alone makes the departure late',
    said: [{ ...tens, stops: [{ sequence: 20, arrival: 900 }] }],
    runs: [[theTens, '0, 900, 900, 900']],
  },
  {
    section: 'StopTimeUpdate.departure',
    rule: 'a late arrival and a punctual departure are two delays',
    said: [{ ...tens, stops: [{ stopId: 'S2', arrival: 600, departure: 0 }] }],
    runs: [[theTens, '0, 600:0, 0, 0']],
  },
  {
    section: 'StopTimeUpdate.departure',
    rule: 'a late departure alone leaves the arrival there as it was',
    said: [{ ...tens, stops: [{ sequence: 20, departure: 600 }] }],
    runs: [[theTens, '0, 0:600, 600, 600']],
  },
  {
    section: 'StopTimeUpdate.departure',
    rule: 'a departure ahead of the timetable is shown',
    said: [{ ...tens, stops: [{ sequence: 10, departure: -60 }] }],
    runs: [[theTens, '-60, -60, -60, -60']],
  },
  {
    section: 'StopTimeEvent.time',
    rule: 'the time takes precedence over the delay',
    said: [{ ...tens, stops: [{ sequence: 10, departure: { time: at(9, 5), delay: 60 } }] }],
    runs: [[theTens, '300, 300, 300, 300']],
  },
  {
    section: 'StopTimeEvent.time',
    rule: 'is in seconds: a time in milliseconds is passed over',
    said: [{ ...tens, stops: [{ sequence: 10, departure: { time: at(9, 5) * 1000, delay: 60 } }] }],
    runs: [[theTens, '60, 60, 60, 60']],
  },
  {
    section: 'StopTimeEvent.time',
    rule: 'more than an hour before the plan is an error of the feed',
    said: [{ ...tens, stops: [{ sequence: 10, departure: { time: at(6) } }] }],
    runs: [[theTens, onTime]],
  },
  {
    section: 'StopTimeEvent.uncertainty',
    rule: 'does not change the expected time',
    said: [{ ...tens, stops: [{ sequence: 10, departure: { delay: 120, uncertainty: 240 } }] }],
    runs: [[theTens, '120, 120, 120, 120']],
  },
  {
    section: 'TripUpdate.stop_time_update',
    rule: 'a delay applies to the stops after it, and what is unknown before it is as planned',
    said: [
      {
        ...tens,
        stops: [
          { sequence: 20, arrival: 300, departure: 300 },
          { sequence: 40, arrival: 60 },
        ],
      },
    ],
    runs: [[theTens, '0, 300, 300, 60']],
  },
  {
    section: 'TripUpdate.delay',
    rule: 'applies until the first stop with an update of its own',
    said: [{ ...tens, delay: 180, stops: [{ sequence: 30, arrival: 60, departure: 60 }] }],
    runs: [[theTens, '180, 180, 60, 60']],
  },
  {
    section: 'ScheduleRelationship (stop) SKIPPED',
    rule: 'the stop is left out, and the delay goes on to the stops after it',
    said: [
      {
        ...tens,
        stops: [
          { sequence: 20, arrival: 300, departure: 300 },
          { sequence: 30, is: 'SKIPPED' },
        ],
      },
    ],
    runs: [[theTens, '0, 300, -, 300']],
  },
  {
    section: 'ScheduleRelationship (stop) SKIPPED',
    rule: 'is not propagated, and ends with a message without it',
    said: [
      { ...tens, stops: [{ stopId: 'S3', is: 'SKIPPED' }] },
      { ...tens, stops: [{ stopId: 'S3', arrival: 0, departure: 0 }] },
    ],
    runs: [[theTens, onTime]],
  },
  {
    section: 'ScheduleRelationship (stop) SKIPPED',
    rule: 'stays when a message does not contain the trip',
    said: [{ ...tens, stops: [{ stopId: 'S3', is: 'SKIPPED' }] }, { trips: [] }],
    runs: [[theTens, '0, 0, -, 0']],
  },
  {
    section: 'ScheduleRelationship (stop) NO_DATA',
    rule: 'ends a delay until a stop with data',
    said: [
      {
        tripId: 'Loop',
        startDate: today,
        stops: [
          { sequence: 6, departure: 600 },
          { sequence: 7, is: 'NO_DATA' },
          { sequence: 9, arrival: 120 },
        ],
      },
    ],
    runs: [[{ trip: 'Loop' }, '0, 0:600, 0, 0, 120']],
  },
  {
    section: 'ScheduleRelationship (stop) NO_DATA',
    rule: 'times that are sent with it are passed over',
    said: [{ ...tens, stops: [{ sequence: 20, is: 'NO_DATA', departure: 900 }] }],
    runs: [[theTens, onTime]],
  },
  {
    section: 'ScheduleRelationship (stop) UNSCHEDULED',
    rule: 'has times as a scheduled stop has',
    said: [
      {
        tripId: 'Free',
        startDate: today,
        startTime: '07:00:00',
        is: 'UNSCHEDULED',
        stops: [{ sequence: 1, is: 'UNSCHEDULED', departure: { time: at(7, 4) } }],
      },
    ],
    runs: [
      [{ trip: 'Free', offset: 3_600 }, '240, 240'],
      [{ trip: 'Free' }, '0, 0'],
    ],
  },
  {
    section: 'StopTimeProperties.pickup_type, drop_off_type',
    rule: 'NONE: nobody boards or alights, although the vehicle stops',
    said: [
      {
        ...tens,
        stops: [
          { sequence: 20, departure: 0, pickup: 1 },
          { sequence: 30, departure: 0, dropOff: 1 },
        ],
      },
    ],
    runs: [[theTens, '0, 0 no-pickup, 0 no-drop-off, 0']],
  },
  {
    section: 'StopTimeUpdate.departure_occupancy_status',
    rule: 'changes no time',
    said: [{ ...tens, stops: [{ sequence: 20, is: 'NO_DATA', occupancy: 5 }] }],
    runs: [[theTens, onTime]],
  },
]
