/** The tables of GTFS Schedule as far as exports have them: required columns, keys, references and types of columns. */

export interface TableRules {
  readonly required: readonly string[]
  readonly key?: readonly string[]
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

export const tables: Readonly<Record<string, TableRules>> = {
  'agency.txt': {
    required: ['agency_name', 'agency_url', 'agency_timezone'],
    key: ['agency_id'],
  },
  'stops.txt': { required: ['stop_id'], key: ['stop_id'] },
  'routes.txt': { required: ['route_id', 'route_type'], key: ['route_id'] },
  'trips.txt': { required: ['route_id', 'service_id', 'trip_id'], key: ['trip_id'] },
  'stop_times.txt': {
    required: ['trip_id', 'stop_sequence', 'stop_id'],
    key: ['trip_id', 'stop_sequence'],
  },
  'calendar.txt': {
    required: ['service_id', ...weekdays, 'start_date', 'end_date'],
    key: ['service_id'],
  },
  'calendar_dates.txt': {
    required: ['service_id', 'date', 'exception_type'],
    key: ['service_id', 'date'],
  },
  'frequencies.txt': {
    required: ['trip_id', 'start_time', 'end_time', 'headway_secs'],
    key: ['trip_id', 'start_time'],
  },
  'transfers.txt': {
    required: ['transfer_type'],
    key: [
      'from_stop_id',
      'to_stop_id',
      'from_trip_id',
      'to_trip_id',
      'from_route_id',
      'to_route_id',
    ],
  },
  'timeframes.txt': {
    required: ['timeframe_group_id', 'service_id'],
    key: ['timeframe_group_id', 'start_time', 'end_time', 'service_id'],
  },
  'feed_info.txt': {
    required: ['feed_publisher_name', 'feed_publisher_url', 'feed_lang'],
  },
  'translations.txt': {
    required: ['table_name', 'field_name', 'language', 'translation'],
    key: ['table_name', 'field_name', 'language', 'record_id', 'field_value'],
  },
  'areas.txt': { required: ['area_id'], key: ['area_id'] },
  'stop_areas.txt': { required: ['area_id', 'stop_id'], key: ['area_id', 'stop_id'] },
  'networks.txt': { required: ['network_id'], key: ['network_id'] },
  'route_networks.txt': { required: ['network_id', 'route_id'], key: ['route_id'] },
  'fare_products.txt': {
    required: ['fare_product_id', 'amount', 'currency'],
    key: ['fare_product_id'],
  },
  'fare_leg_rules.txt': {
    required: ['fare_product_id'],
    key: [
      'network_id',
      'from_area_id',
      'to_area_id',
      'from_timeframe_group_id',
      'to_timeframe_group_id',
      'fare_product_id',
    ],
  },
  'fare_attributes.txt': {
    required: ['fare_id', 'price', 'currency_type', 'payment_method'],
    key: ['fare_id'],
  },
  'fare_rules.txt': {
    required: ['fare_id'],
    // Without the fare: the same lines and zones have one.
    key: ['route_id', 'origin_id', 'destination_id'],
  },
}

/** Where the public validator has a name of its own for keys that occur twice. */
export const exclusiveKeys: Readonly<Record<string, string>> = {
  'fare_rules.txt': 'duplicate_fare_rule_zone_id_fields',
}

type Target = readonly [file: string, column: string]

/** A column, and the columns one of which has its value. */
export const references: readonly (readonly [string, string, ...Target[]])[] = [
  ['routes.txt', 'agency_id', ['agency.txt', 'agency_id']],
  ['trips.txt', 'route_id', ['routes.txt', 'route_id']],
  ['trips.txt', 'service_id', ['calendar.txt', 'service_id'], ['calendar_dates.txt', 'service_id']],
  ['stop_times.txt', 'trip_id', ['trips.txt', 'trip_id']],
  ['stop_times.txt', 'stop_id', ['stops.txt', 'stop_id']],
  ['stops.txt', 'parent_station', ['stops.txt', 'stop_id']],
  ['frequencies.txt', 'trip_id', ['trips.txt', 'trip_id']],
  ['transfers.txt', 'from_stop_id', ['stops.txt', 'stop_id']],
  ['transfers.txt', 'to_stop_id', ['stops.txt', 'stop_id']],
  ['transfers.txt', 'from_trip_id', ['trips.txt', 'trip_id']],
  ['transfers.txt', 'to_trip_id', ['trips.txt', 'trip_id']],
  [
    'timeframes.txt',
    'service_id',
    ['calendar.txt', 'service_id'],
    ['calendar_dates.txt', 'service_id'],
  ],
  ['fare_leg_rules.txt', 'from_timeframe_group_id', ['timeframes.txt', 'timeframe_group_id']],
  ['fare_leg_rules.txt', 'to_timeframe_group_id', ['timeframes.txt', 'timeframe_group_id']],
  ['stop_areas.txt', 'area_id', ['areas.txt', 'area_id']],
  ['stop_areas.txt', 'stop_id', ['stops.txt', 'stop_id']],
  ['route_networks.txt', 'network_id', ['networks.txt', 'network_id']],
  ['route_networks.txt', 'route_id', ['routes.txt', 'route_id']],
  ['fare_leg_rules.txt', 'network_id', ['networks.txt', 'network_id']],
  ['fare_leg_rules.txt', 'from_area_id', ['areas.txt', 'area_id']],
  ['fare_leg_rules.txt', 'to_area_id', ['areas.txt', 'area_id']],
  ['fare_leg_rules.txt', 'fare_product_id', ['fare_products.txt', 'fare_product_id']],
  ['fare_rules.txt', 'fare_id', ['fare_attributes.txt', 'fare_id']],
  ['fare_rules.txt', 'route_id', ['routes.txt', 'route_id']],
  ['fare_rules.txt', 'origin_id', ['stops.txt', 'zone_id']],
  ['fare_rules.txt', 'destination_id', ['stops.txt', 'zone_id']],
  ['fare_attributes.txt', 'agency_id', ['agency.txt', 'agency_id']],
]

interface CellType {
  /** The notice is `invalid_RULE`. */
  readonly rule: string
  readonly pattern: RegExp
  readonly test?: (value: string) => boolean
}

const text: CellType = { rule: 'text', pattern: /./ }
const url: CellType = { rule: 'url', pattern: /^https?:\/\/\S+$/, test: URL.canParse }
const zone: CellType = {
  rule: 'timezone',
  pattern: /^[A-Z]/,
  test: (value) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: value }).format(0) !== ''
    } catch {
      return false
    }
  },
}
const language: CellType = { rule: 'language_code', pattern: /^[a-z]{2,3}(-[A-Za-z]{2,4})*$/ }
const date: CellType = { rule: 'date', pattern: /^\d{4}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/ }
const time: CellType = { rule: 'time', pattern: /^\d{1,3}:[0-5]\d:[0-5]\d$/ }
const integer: CellType = { rule: 'integer', pattern: /^\d+$/ }
const amount: CellType = { rule: 'float', pattern: /^\d+(\.\d+)?$/ }
const currency: CellType = { rule: 'currency', pattern: /^[A-Z]{3}$/ }
const color: CellType = { rule: 'color', pattern: /^[0-9A-Fa-f]{6}$/ }
const within = (most: number): CellType => ({
  rule: 'float',
  pattern: /^-?\d+(\.\d+)?$/,
  test: (value) => Math.abs(Number(value)) <= most,
})
const among = (values: string): CellType => ({
  rule: 'enum_value',
  pattern: new RegExp(`^(?:${values})$`),
})

export const columnTypes: Readonly<Record<string, CellType>> = {
  ...Object.fromEntries(
    [
      'agency_id agency_name agency_phone stop_id stop_code stop_name zone_id parent_station platform_code',
      'route_id route_short_name route_long_name service_id trip_id trip_headsign trip_short_name block_id',
      'table_name field_name translation record_id field_value area_id network_id fare_product_id from_area_id',
      'from_trip_id to_trip_id from_route_id to_route_id leg_group_id timeframe_group_id from_timeframe_group_id',
      'to_timeframe_group_id to_area_id fare_id origin_id destination_id feed_publisher_name feed_version from_stop_id to_stop_id',
    ]
      .join(' ')
      .split(' ')
      .map((name) => [name, text]),
  ),
  ...Object.fromEntries(weekdays.map((name) => [name, among('[01]')])),
  agency_url: url,
  feed_publisher_url: url,
  agency_timezone: zone,
  stop_timezone: zone,
  agency_lang: language,
  feed_lang: language,
  language,
  stop_lat: within(90),
  stop_lon: within(180),
  location_type: among('[0-4]'),
  wheelchair_boarding: among('[0-2]'),
  route_type: integer,
  route_color: color,
  direction_id: among('[01]'),
  arrival_time: time,
  departure_time: time,
  start_time: time,
  end_time: time,
  stop_sequence: integer,
  pickup_type: among('[0-3]'),
  drop_off_type: among('[0-3]'),
  headway_secs: { ...integer, test: (value) => Number(value) > 0 },
  exact_times: among('[01]'),
  start_date: date,
  end_date: date,
  date,
  feed_start_date: date,
  feed_end_date: date,
  exception_type: among('[12]'),
  transfer_type: among('[0-5]'),
  min_transfer_time: integer,
  rule_priority: integer,
  amount,
  price: amount,
  currency,
  currency_type: currency,
  payment_method: among('[01]'),
  transfers: among('[0-2]'),
}

export function isOfType({ pattern, test = () => true }: CellType, value: string): boolean {
  return pattern.test(value) && test(value)
}
