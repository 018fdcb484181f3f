/** The rules of the GTFS-Realtime reference about trips: what is said, and what becomes of the runs. */
import { at, today } from './realtime-feed.ts'
import type { Rule } from './realtime-stop-rows.ts'

const tens = { tripId: 'Tens', startDate: today }
const zero = { tripId: 'Zero', startDate: today }
const onTime = '0, 0, 0, 0'
const theTens = { trip: 'Tens' }

const frequent = { tripId: 'Often', startDate: today }

export const tripRules: readonly Rule[] = [
  {
    section: 'TripDescriptor.start_date',
    rule: 'names the day; without it the run nearest to now is meant',
    said: [{ tripId: 'Tens', stops: [{ sequence: 10, departure: 60 }] }],
    runs: [
      [theTens, '60, 60, 60, 60'],
      [{ trip: 'Tens', date: '2026-12-02' }, onTime],
    ],
  },
  {
    section: 'TripDescriptor.start_date',
    rule: 'is the service day, also of a departure after midnight',
    said: [
      {
        tripId: 'Night',
        startDate: '20261130',
        stops: [{ sequence: 2, departure: { time: at(0, 50) } }],
      },
    ],
    runs: [
      [{ trip: 'Night', date: '2026-11-30' }, '0, 0:600, 600'],
      [{ trip: 'Night' }, '0, 0, 0'],
    ],
  },
  {
    section: 'TripDescriptor.start_time',
    rule: 'with the date names one run of a frequency',
    said: [{ ...frequent, startTime: '07:00:00', stops: [{ sequence: 1, departure: 120 }] }],
    runs: [
      [{ trip: 'Often', offset: 3_600 }, '120, 120'],
      [{ trip: 'Often' }, '0, 0'],
    ],
  },
  {
    section: 'TripDescriptor',
    rule: 'a frequency without start time is several runs, so it is passed over',
    said: [{ ...frequent, is: 'CANCELED' }],
    runs: [[{ trip: 'Often' }, '0, 0']],
    passedOver: { trip_not_found: 1 },
  },
  {
    section: 'TripDescriptor.start_time',
    rule: 'of a trip with a timetable is its start time',
    said: [{ ...tens, startTime: '08:00:00', is: 'CANCELED' }],
    runs: [[theTens, onTime]],
    passedOver: { trip_not_found: 1 },
  },
  {
    section: 'TripDescriptor.route_id',
    rule: 'must be the line of the trip',
    said: [{ ...tens, routeId: 'M', is: 'CANCELED' }],
    runs: [[theTens, onTime]],
    passedOver: { trip_not_found: 1 },
  },
  {
    section: 'TripDescriptor.trip_id',
    rule: 'may be left out: line, direction, date and start time name the run',
    said: [
      {
        routeId: 'L',
        direction: 1,
        startDate: today,
        startTime: '15:00:00',
        stops: [{ stopId: 'S4', departure: { time: at(15, 10) } }],
      },
    ],
    runs: [[{ trip: 'Back' }, '600, 600']],
  },
  {
    section: 'TripDescriptor.trip_id',
    rule: 'without it all four are needed',
    said: [{ routeId: 'L', direction: 1, startTime: '15:00:00', is: 'CANCELED' }],
    runs: [[{ trip: 'Back' }, '0, 0']],
    passedOver: { trip_not_found: 1 },
  },
  {
    section: 'ScheduleRelationship (trip) CANCELED',
    rule: 'cancels, whatever the stops say',
    said: [{ ...tens, is: 'CANCELED', stops: [{ sequence: 10, departure: 60 }] }],
    runs: [[theTens, 'cancelled']],
  },
  {
    section: 'ScheduleRelationship (trip) CANCELED',
    rule: 'cancels at any distance of days',
    said: [{ tripId: 'Tens', startDate: '20261208', is: 'CANCELED' }],
    runs: [
      [{ trip: 'Tens', date: '2026-12-08' }, 'cancelled'],
      [theTens, onTime],
    ],
  },
  {
    section: 'ScheduleRelationship (trip) SCHEDULED',
    rule: 'after CANCELED the trip runs again',
    said: [
      { ...tens, is: 'CANCELED' },
      { ...tens, is: 'SCHEDULED', stops: [{ sequence: 10, departure: 60 }] },
    ],
    runs: [[theTens, '60, 60, 60, 60']],
  },
  {
    section: 'ScheduleRelationship (trip) CANCELED',
    rule: 'stays when a message does not contain the trip',
    said: [{ ...tens, is: 'CANCELED' }, { trips: [] }],
    runs: [[theTens, 'cancelled']],
  },
  {
    section: 'ScheduleRelationship (trip) DELETED',
    rule: 'cancels, and the trip is not shown; SCHEDULED brings it back',
    said: [
      { ...tens, is: 'DELETED' },
      { ...zero, is: 'DELETED' },
      {
        trips: [
          { ...tens, is: 'DELETED' },
          { ...zero, stops: [{ sequence: 0, departure: 0 }] },
        ],
      },
    ],
    runs: [
      [theTens, 'deleted'],
      [{ trip: 'Zero' }, onTime],
    ],
  },
  {
    section: 'ScheduleRelationship (trip) DUPLICATED',
    rule: 'is an additional trip; the planned one is left alone',
    said: [
      {
        ...tens,
        is: 'DUPLICATED',
        properties: { tripId: 'Tens-2', startDate: today, startTime: '18:00:00' },
        stops: [{ sequence: 20, departure: 1_800 }],
      },
    ],
    runs: [[theTens, onTime]],
    passedOver: { additional_trip: 1 },
  },
  {
    section: 'ScheduleRelationship (trip) NEW, ADDED',
    rule: 'are additional trips, also if they name a planned one',
    said: [
      {
        trips: [
          { ...tens, is: 'ADDED', stops: [{ sequence: 20, departure: 1_800 }] },
          { ...zero, is: 'NEW', routeId: 'L', stops: [{ stopId: 'S1', departure: 1_800 }] },
        ],
      },
    ],
    runs: [
      [theTens, onTime],
      [{ trip: 'Zero' }, onTime],
    ],
    passedOver: { additional_trip: 2 },
  },
  {
    section: 'ScheduleRelationship (trip) UNSCHEDULED',
    rule: 'a start time that is not in the timetable names no run that is sold',
    said: [{ tripId: 'Free', startDate: today, startTime: '07:11:00', is: 'UNSCHEDULED' }],
    runs: [[{ trip: 'Free', offset: 3_600 }, '0, 0']],
    passedOver: { trip_not_found: 1 },
  },
  {
    section: 'ScheduleRelationship (trip) REPLACEMENT',
    rule: 'its stops and times replace the planned ones: others are left out',
    said: [
      {
        ...tens,
        is: 'REPLACEMENT',
        stops: [
          { sequence: 1, stopId: 'S1', departure: { time: at(9, 10) } },
          { sequence: 2, stopId: 'P1', arrival: { time: at(9, 50) } },
          {
            sequence: 3,
            stopId: 'S3',
            is: 'NO_DATA',
            arrival: { scheduledTime: at(10, 20) },
            departure: { scheduledTime: at(10, 25) },
          },
          { sequence: 4, stopId: 'S4', arrival: { scheduledTime: at(11, 10), delay: 60 } },
        ],
      },
    ],
    runs: [[theTens, '600, -, 1200, 660']],
  },
  {
    section: 'TripUpdate.timestamp',
    rule: 'a measurement in the future is passed over',
    said: [{ ...tens, measuredAt: at(8), is: 'CANCELED' }],
    runs: [[theTens, onTime]],
    passedOver: { measured_in_future: 1 },
  },
  {
    section: 'TripUpdate.trip',
    rule: 'there is at most one update for each trip: the first is taken',
    said: [
      {
        trips: [
          { ...tens, stops: [{ sequence: 10, departure: 60 }] },
          { ...tens, stops: [{ sequence: 10, departure: 900 }] },
        ],
      },
    ],
    runs: [[theTens, '60, 60, 60, 60']],
  },
  {
    section: 'FeedHeader.incrementality DIFFERENTIAL',
    rule: 'what the message does not contain stays, and a deleted entity is withdrawn',
    said: [
      {
        trips: [
          { ...tens, entityId: 'a', is: 'CANCELED' },
          { ...zero, entityId: 'b', stops: [{ sequence: 1, is: 'SKIPPED' }], delay: 60 },
          { ...frequent, startTime: '08:00:00', entityId: 'c', delay: 90 },
        ],
      },
      { isIncremental: true, deletedIds: ['a', 'b'] },
    ],
    runs: [
      [theTens, onTime],
      [{ trip: 'Zero' }, onTime],
      [{ trip: 'Often', offset: 7_200 }, '90, 90'],
    ],
  },
  {
    section: 'FeedEntity.is_deleted',
    rule: 'in a whole message the entity is as if it were not there',
    said: [
      { trips: [{ ...tens, entityId: 'a', is: 'CANCELED' }] },
      { isIncremental: false, deletedIds: ['a'] },
    ],
    runs: [[theTens, 'cancelled']],
  },
]
