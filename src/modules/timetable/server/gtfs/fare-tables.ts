/** The files of Fares v2 that say when, with what and in which sequence fare products are used. */
import type { Column, FeedTable } from './table-shape.ts'

const text: Column = { type: 'text' }
const name: Column = { type: 'text', isRequired: true }

export const fareTables: readonly FeedTable[] = [
  {
    file: 'fare_media.txt',
    columns: {
      fare_media_id: name,
      fare_media_name: text,
      fare_media_type: { type: { most: 4 }, isRequired: true },
    },
    key: ['fare_media_id'],
  },
  {
    file: 'timeframes.txt',
    columns: {
      timeframe_group_id: name,
      start_time: { type: 'time' },
      end_time: { type: 'time' },
      service_id: name,
    },
    key: ['timeframe_group_id', 'start_time', 'end_time', 'service_id'],
  },
  {
    file: 'fare_transfer_rules.txt',
    columns: {
      from_leg_group_id: text,
      to_leg_group_id: text,
      transfer_count: { type: 'signed' },
      duration_limit: { type: 'integer' },
      duration_limit_type: { type: { most: 3 } },
      fare_transfer_type: { type: { most: 2 }, isRequired: true },
      fare_product_id: text,
    },
    key: [
      'from_leg_group_id',
      'to_leg_group_id',
      'fare_product_id',
      'transfer_count',
      'duration_limit',
    ],
    references: [
      ['from_leg_group_id', 'fare_leg_rules.txt', 'leg_group_id'],
      ['to_leg_group_id', 'fare_leg_rules.txt', 'leg_group_id'],
      ['fare_product_id', 'fare_products.txt', 'fare_product_id'],
    ],
  },
  {
    file: 'fare_leg_join_rules.txt',
    columns: {
      from_network_id: name,
      to_network_id: name,
      from_stop_id: text,
      to_stop_id: text,
    },
    key: ['from_network_id', 'to_network_id', 'from_stop_id', 'to_stop_id'],
    references: [
      ['from_stop_id', 'stops.txt', 'stop_id'],
      ['to_stop_id', 'stops.txt', 'stop_id'],
    ],
  },
]
