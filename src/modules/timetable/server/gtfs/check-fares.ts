/** Validates the rules of fares across rows; with the codes of MobilityData's validator. */
import { sql } from 'kysely'
import type { Check } from './check-shape.ts'

const wholeDay = 86_400
/** Prices are integers of 32 bits. */
const minorMax = 2_000_000_000

export const fareChecks: readonly Check[] = [
  {
    code: 'number_out_of_range',
    file: 'fare_attributes.txt',
    query: sql`select line, 'price' as field, price::text as value from staged_fare_attributes
      where price < 0 or price * 1000 > ${minorMax} and currency_type in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND')
      order by line`,
  },
  {
    code: 'number_out_of_range',
    file: 'fare_products.txt',
    query: sql`select line, 'amount' as field, amount::text as value from staged_fare_products
      where abs(amount) * 1000 > ${minorMax} and currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND')
      order by line`,
  },
  {
    code: 'foreign_key_violation',
    file: 'timeframes.txt',
    query: sql`select line, 'service_id' as field, service_id as value from staged_timeframes as time
      where service_id is not null
        and not exists (select from staged_calendar where service_id = time.service_id)
        and not exists (select from staged_calendar_dates where service_id = time.service_id) order by line`,
  },
  {
    code: 'timeframe_only_start_or_end_time_specified',
    file: 'timeframes.txt',
    query: sql`select line, case when start_time is null then 'start_time' else 'end_time' end as field,
        timeframe_group_id as value
      from staged_timeframes where (start_time is null) <> (end_time is null) order by line`,
  },
  {
    code: 'timeframe_start_or_end_time_greater_than_twenty_four_hours',
    file: 'timeframes.txt',
    query: sql`select line, 'end_time' as field, timeframe_group_id as value
      from staged_timeframes where greatest(start_time, end_time) > ${wholeDay} order by line`,
  },
  {
    code: 'start_and_end_range_out_of_order',
    file: 'timeframes.txt',
    query: sql`select line, 'end_time' as field, timeframe_group_id as value
      from staged_timeframes where end_time <= start_time order by line`,
  },
  {
    code: 'timeframe_overlap',
    file: 'timeframes.txt',
    query: sql`select line, 'start_time' as field, timeframe_group_id as value from (
        select *, lag(coalesce(end_time, ${wholeDay})) over (
          partition by timeframe_group_id, service_id order by coalesce(start_time, 0), line) as before
        from staged_timeframes) as one
      where before > coalesce(start_time, 0) order by line`,
  },
  {
    code: 'fare_transfer_rule_duration_limit_without_type',
    file: 'fare_transfer_rules.txt',
    query: sql`select line, 'duration_limit_type' as field, duration_limit::text as value
      from staged_fare_transfer_rules where duration_limit is not null and duration_limit_type is null order by line`,
  },
  {
    code: 'fare_transfer_rule_duration_limit_type_without_duration_limit',
    file: 'fare_transfer_rules.txt',
    query: sql`select line, 'duration_limit' as field, duration_limit_type::text as value
      from staged_fare_transfer_rules where duration_limit is null and duration_limit_type is not null order by line`,
  },
  {
    code: 'fare_transfer_rule_invalid_transfer_count',
    file: 'fare_transfer_rules.txt',
    query: sql`select line, 'transfer_count' as field, transfer_count::text as value
      from staged_fare_transfer_rules where transfer_count = 0 or transfer_count < -1 order by line`,
  },
  {
    code: 'fare_transfer_rule_without_transfer_count',
    file: 'fare_transfer_rules.txt',
    query: sql`select line, 'transfer_count' as field, from_leg_group_id as value
      from staged_fare_transfer_rules
      where from_leg_group_id = to_leg_group_id and transfer_count is null order by line`,
  },
  {
    code: 'fare_transfer_rule_with_forbidden_transfer_count',
    file: 'fare_transfer_rules.txt',
    query: sql`select line, 'transfer_count' as field, transfer_count::text as value
      from staged_fare_transfer_rules
      where from_leg_group_id is distinct from to_leg_group_id and transfer_count is not null order by line`,
  },
]
