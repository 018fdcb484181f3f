/** The supported files of GTFS Schedule with their columns and column types. */
import { z } from 'zod'
import { isOnDemand } from './on-demand.ts'
import { agencyTerms, brands, timetableText, vehiclePlan } from '../../shapes.ts'
import { fareTables } from './fare-tables.ts'
import type { Column, ColumnType, FeedTable } from './table-shape.ts'

export type { ColumnType, FeedTable } from './table-shape.ts'

const text: Column = { type: 'text' }
const name: Column = { type: 'text', isRequired: true }
const flag: Column = { type: { most: 1 }, isRequired: true }
const among = (most: number): Column => ({ type: { most } })
const needed = (type: ColumnType): Column => ({ type, isRequired: true })

/** A seat as an array: coach, label, class, x, y, facing, attributes. */
const small = z.int().min(-1).max(1_000)
const placeRow = z.tuple([
  small,
  z.string().min(1).max(20),
  z.string().min(1).max(100),
  small,
  small,
  z.int().min(-1).max(1),
  z.int().min(0).max(65_535),
])

export const feedTables: readonly FeedTable[] = [
  {
    file: 'agency.txt',
    isRequired: true,
    columns: {
      agency_id: text,
      agency_name: name,
      agency_url: text,
      agency_timezone: needed('zone'),
      agency_lang: text,
      agency_phone: text,
      bileti_brand: { type: { among: brands } },
      bileti_terms: { type: { json: agencyTerms } },
    },
    key: ['agency_id'],
  },
  {
    file: 'stops.txt',
    isRequired: true,
    columns: {
      stop_id: name,
      stop_code: text,
      stop_name: text,
      stop_lat: { type: 'latitude' },
      stop_lon: { type: 'longitude' },
      zone_id: text,
      location_type: among(4),
      parent_station: text,
      stop_timezone: { type: 'zone' },
      wheelchair_boarding: among(2),
      platform_code: text,
      bileti_locality: text,
    },
    key: ['stop_id'],
    references: [['parent_station', 'stops.txt', 'stop_id']],
  },
  {
    file: 'routes.txt',
    isRequired: true,
    columns: {
      route_id: name,
      agency_id: text,
      route_short_name: text,
      route_long_name: text,
      route_type: needed('integer'),
      route_color: { type: 'color' },
      network_id: text,
    },
    key: ['route_id'],
    references: [['agency_id', 'agency.txt', 'agency_id']],
  },
  {
    file: 'calendar.txt',
    columns: {
      service_id: name,
      monday: flag,
      tuesday: flag,
      wednesday: flag,
      thursday: flag,
      friday: flag,
      saturday: flag,
      sunday: flag,
      start_date: needed('date'),
      end_date: needed('date'),
    },
    key: ['service_id'],
  },
  {
    file: 'calendar_dates.txt',
    columns: { service_id: name, date: needed('date'), exception_type: needed({ most: 2 }) },
    key: ['service_id', 'date'],
  },
  {
    file: 'trips.txt',
    isRequired: true,
    columns: {
      route_id: name,
      service_id: name,
      trip_id: name,
      trip_headsign: text,
      trip_short_name: text,
      direction_id: among(1),
      block_id: text,
      bileti_vehicle: text,
    },
    key: ['trip_id'],
    references: [['route_id', 'routes.txt', 'route_id']],
  },
  {
    file: 'stop_times.txt',
    isRequired: true,
    columns: {
      trip_id: name,
      arrival_time: { type: 'time' },
      departure_time: { type: 'time' },
      stop_id: name,
      stop_sequence: needed('integer'),
      pickup_type: among(3),
      drop_off_type: among(3),
      location_group_id: text,
      location_id: text,
      start_pickup_drop_off_window: text,
    },
    passedOver: isOnDemand,
    key: ['trip_id', 'stop_sequence'],
    references: [
      ['trip_id', 'trips.txt', 'trip_id'],
      ['stop_id', 'stops.txt', 'stop_id'],
    ],
  },
  {
    file: 'frequencies.txt',
    columns: {
      trip_id: name,
      start_time: needed('time'),
      end_time: needed('time'),
      headway_secs: needed('integer'),
      exact_times: among(1),
    },
    key: ['trip_id', 'start_time'],
    references: [['trip_id', 'trips.txt', 'trip_id']],
  },
  {
    file: 'transfers.txt',
    columns: {
      from_stop_id: text,
      to_stop_id: text,
      from_route_id: text,
      to_route_id: text,
      from_trip_id: text,
      to_trip_id: text,
      transfer_type: among(5),
      min_transfer_time: { type: 'integer' },
    },
    key: [
      'from_stop_id',
      'to_stop_id',
      'from_route_id',
      'to_route_id',
      'from_trip_id',
      'to_trip_id',
    ],
    references: [
      ['from_stop_id', 'stops.txt', 'stop_id'],
      ['to_stop_id', 'stops.txt', 'stop_id'],
    ],
  },
  {
    file: 'translations.txt',
    columns: {
      table_name: name,
      field_name: name,
      language: name,
      translation: name,
      record_id: text,
      field_value: text,
    },
    key: ['table_name', 'field_name', 'language', 'record_id', 'field_value'],
  },
  {
    file: 'fare_attributes.txt',
    columns: {
      fare_id: name,
      price: needed('amount'),
      currency_type: needed('currency'),
      agency_id: text,
    },
    key: ['fare_id'],
    references: [['agency_id', 'agency.txt', 'agency_id']],
  },
  {
    file: 'fare_rules.txt',
    columns: {
      fare_id: name,
      route_id: text,
      origin_id: text,
      destination_id: text,
      contains_id: text,
    },
    key: ['fare_id', 'route_id', 'origin_id', 'destination_id', 'contains_id'],
    references: [
      ['fare_id', 'fare_attributes.txt', 'fare_id'],
      ['route_id', 'routes.txt', 'route_id'],
    ],
  },
  {
    file: 'areas.txt',
    columns: { area_id: name, area_name: text },
    key: ['area_id'],
  },
  {
    file: 'stop_areas.txt',
    columns: { area_id: name, stop_id: name },
    key: ['area_id', 'stop_id'],
    references: [
      ['area_id', 'areas.txt', 'area_id'],
      ['stop_id', 'stops.txt', 'stop_id'],
    ],
  },
  {
    file: 'route_networks.txt',
    columns: { network_id: name, route_id: name },
    key: ['route_id'],
    references: [['route_id', 'routes.txt', 'route_id']],
  },
  {
    file: 'rider_categories.txt',
    columns: {
      rider_category_id: name,
      rider_category_name: text,
      is_default_fare_category: among(1),
      min_age: { type: 'integer' },
      max_age: { type: 'integer' },
    },
    key: ['rider_category_id'],
  },
  {
    file: 'fare_products.txt',
    columns: {
      fare_product_id: name,
      rider_category_id: text,
      fare_media_id: text,
      amount: needed('amount'),
      currency: needed('currency'),
      bileti_class: text,
    },
    key: ['fare_product_id', 'rider_category_id', 'fare_media_id'],
    references: [['fare_media_id', 'fare_media.txt', 'fare_media_id']],
  },
  {
    file: 'fare_leg_rules.txt',
    columns: {
      leg_group_id: text,
      network_id: text,
      from_area_id: text,
      to_area_id: text,
      from_timeframe_group_id: text,
      to_timeframe_group_id: text,
      fare_product_id: name,
      rule_priority: { type: 'integer' },
    },
    key: [
      'network_id',
      'from_area_id',
      'to_area_id',
      'from_timeframe_group_id',
      'to_timeframe_group_id',
      'fare_product_id',
    ],
    references: [
      ['from_area_id', 'areas.txt', 'area_id'],
      ['to_area_id', 'areas.txt', 'area_id'],
      ['from_timeframe_group_id', 'timeframes.txt', 'timeframe_group_id'],
      ['to_timeframe_group_id', 'timeframes.txt', 'timeframe_group_id'],
      ['fare_product_id', 'fare_products.txt', 'fare_product_id'],
    ],
  },
  ...fareTables,
  {
    file: 'bileti_localities.txt',
    columns: {
      locality_id: name,
      names: needed({ json: timetableText }),
      aliases: { type: { json: z.array(z.string().max(200)).max(50) } },
      country: text,
      latitude: needed('latitude'),
      longitude: needed('longitude'),
    },
    key: ['locality_id'],
  },
  {
    file: 'bileti_classes.txt',
    columns: {
      agency_id: text,
      class_id: name,
      names: needed({ json: timetableText }),
      position: needed({ most: 1_000 }),
    },
    key: ['agency_id', 'class_id'],
    references: [['agency_id', 'agency.txt', 'agency_id']],
  },
  {
    file: 'bileti_vehicles.txt',
    columns: {
      agency_id: text,
      vehicle_id: name,
      names: needed({ json: timetableText }),
      plan: needed({ json: vehiclePlan }),
      places: needed({ json: z.array(placeRow).min(1).max(2_000) }),
    },
    key: ['agency_id', 'vehicle_id'],
    references: [['agency_id', 'agency.txt', 'agency_id']],
  },
  {
    file: 'feed_info.txt',
    columns: {
      feed_publisher_name: text,
      feed_lang: text,
      feed_version: text,
      feed_end_date: { type: 'date' },
    },
    key: [],
  },
]

/** GTFS files without relevance for sales; they are ignored. */
export const ignoredFiles: readonly string[] = [
  'attributions.txt',
  'booking_rules.txt',
  'levels.txt',
  'location_group_stops.txt',
  'location_groups.txt',
  'locations.geojson',
  'networks.txt',
  'pathways.txt',
  'shapes.txt',
]

/** Name of the temporary table of a file. */
export function stagedTable(file: string): string {
  return `staged_${file.replace(/\.txt$/, '')}`
}
