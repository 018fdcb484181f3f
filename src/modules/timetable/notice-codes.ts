/** Codes of the notices that an import of a feed can raise; most are those of MobilityData's GTFS validator. */
const noticeCodes = [
  'zip_unreadable',
  'zip_too_large',
  'zip_path',
  'unknown_file',
  'missing_required_file',
  'missing_calendar_and_calendar_date_files',
  'csv_parsing_failed',
  'empty_file',
  'missing_required_column',
  'duplicated_column',
  'invalid_row_length',
  'missing_required_field',
  'invalid_own_value',
  'invalid_timezone',
  'invalid_color',
  'invalid_currency',
  'invalid_time',
  'invalid_date',
  'number_out_of_range',
  'invalid_integer',
  'invalid_float',
  'unexpected_enum_value',
  'duplicate_key',
  'foreign_key_violation',
  'route_both_short_and_long_name_missing',
  'stop_without_location',
  'wrong_parent_location_type',
  'station_with_parent_station',
  'start_and_end_range_out_of_order',
  'inconsistent_agency_timezone',
  'overlapping_frequency',
  'stop_time_with_only_arrival_or_departure_time',
  'missing_trip_edge',
  'stop_time_with_arrival_before_previous_departure_time',
  'stop_time_at_station',
  'unusable_trip',
  'fare_rule_passed_over',
  'too_many_fares',
] as const

/** Each has a text for operators, `notice-CODE`. */
export type NoticeCode = (typeof noticeCodes)[number]

/** Whether the code is one of the present version: reports are stored. */
export function isNoticeCode(code: string): code is NoticeCode {
  return (noticeCodes as readonly string[]).includes(code)
}
