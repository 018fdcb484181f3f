/** Codes of the notices that an import of a feed can raise; most are those of MobilityData's GTFS validator. */
const noticeCodes = [
  'zip_unreadable',
  'zip_too_large',
  'zip_path',
  'invalid_input_files_in_subfolder',
  'unknown_file',
  'missing_required_file',
  'missing_calendar_and_calendar_date_files',
  'csv_parsing_failed',
  'invalid_character',
  'former_translations',
  'on_demand_stop_time',
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
  'location_with_unexpected_stop_time',
  'unusable_trip',
  'trip_too_long',
  'air_service_not_sold',
  'expired_calendar',
  'feed_expiration_date7_days',
  'fare_rule_passed_over',
  'fare_product_not_sold',
  'fare_media_not_sold',
  'fare_product_without_default_rider',
  'currency_without_rate',
  'invalid_currency_amount',
  'timeframe_only_start_or_end_time_specified',
  'timeframe_start_or_end_time_greater_than_twenty_four_hours',
  'timeframe_overlap',
  'fare_transfer_rule_duration_limit_without_type',
  'fare_transfer_rule_duration_limit_type_without_duration_limit',
  'fare_transfer_rule_invalid_transfer_count',
  'fare_transfer_rule_without_transfer_count',
  'fare_transfer_rule_with_forbidden_transfer_count',
  'too_many_fares',
] as const

/** Notices that the public validator does not have: of archives, of our own columns, and of what the shop passes over. */
const ownCodes: ReadonlySet<string> = new Set<NoticeCode>([
  'zip_unreadable',
  'zip_too_large',
  'zip_path',
  'former_translations',
  'on_demand_stop_time',
  'invalid_own_value',
  'air_service_not_sold',
  'fare_rule_passed_over',
  'too_many_fares',
])

export function isOwnCode(code: NoticeCode): boolean {
  return ownCodes.has(code)
}

/** Each has a text for operators, `notice-CODE`. */
export type NoticeCode = (typeof noticeCodes)[number]

/** Whether the code is one of the present version: reports are stored. */
export function isNoticeCode(code: string): code is NoticeCode {
  return (noticeCodes as readonly string[]).includes(code)
}
