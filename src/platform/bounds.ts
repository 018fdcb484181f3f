/**
 * How much of what is scarce one caller may keep or cost: seats that are held unpaid, and codes by SMS. The server gives
 * them to every call's context; a context without them (a job, a test of one command) is not bounded by who calls.
 */
import type { Config } from './config.ts'

/** The most in an hour and in a day, counted from the full hour and from midnight UTC; 0 is no bound. */
export interface Budget {
  readonly hour: number
  readonly day: number
}

export type SmsScope = 'account' | 'phone' | 'network' | 'country' | 'shop'

export interface Bounds {
  /** From the first order of an attempt to the end of its last hold, over extensions and retries. */
  readonly holdMinutes: number
  /** Places held unpaid at once by one browser at one address; 0 is no bound. */
  readonly heldPlacesPerDevice: number
  /** The same of one network: an IPv4 address, which may be many people's, or an IPv6 block of 56 bits. */
  readonly heldPlacesPerNetwork: number
  /** Unpaid orders of one phone at once; 0 is no bound. */
  readonly unpaidOrdersPerPhone: number
  readonly sms: Readonly<Record<SmsScope, Budget>>
}

export const holdMinutesDefault = 45

export function boundsOf(config: Config): Bounds {
  return {
    holdMinutes: config.HOLD_MINUTES_MAX,
    heldPlacesPerDevice: config.HELD_PLACES_PER_DEVICE_MAX,
    heldPlacesPerNetwork: config.HELD_PLACES_PER_NETWORK_MAX,
    unpaidOrdersPerPhone: config.UNPAID_ORDERS_PER_PHONE_MAX,
    sms: {
      account: config.SMS_PER_ACCOUNT,
      phone: config.SMS_PER_PHONE,
      network: config.SMS_PER_NETWORK,
      country: config.SMS_PER_COUNTRY,
      shop: config.SMS_PER_SHOP,
    },
  }
}
