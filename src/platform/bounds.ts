/**
 * Limits on what one caller may use of scarce resources: unpaid held places, places in queues, SMS codes and emails. Server and
 * worker have them in their contexts; contexts without them (tests of one command) are not limited.
 */
import type { Config } from './config.ts'

/** The most in an hour and in a day, counted from the full hour and from midnight UTC; 0 means no limit. */
export interface Budget {
  readonly hour: number
  readonly day: number
}

export type SmsScope = 'account' | 'phone' | 'network' | 'country' | 'shop'

/** Emails that strangers cause, and those of sign-up, forgotten passwords and the like. */
export type MailScope = 'stranger' | 'account'

export interface Bounds {
  /** From the first order of an attempt to the end of its last hold, over extensions and retries. */
  readonly holdMinutes: number
  /** Unpaid held places of one session or customer; 0 means no limit. */
  readonly heldPlacesPerSession: number
  /** The same for one network: an IPv4 address, which may be many people's, or an IPv6 block of 56 bits. */
  readonly heldPlacesPerNetwork: number
  /** Percentage of a hall or pool that a network holds unpaid before it has to prove work; 0 means no limit. */
  readonly heldSharePerNetwork: number
  /** Unpaid held places of one partner, instead of the limits of session and network; 0 means no limit. */
  readonly heldPlacesPerPartner: number
  /** Unpaid orders of one phone; 0 means no limit. */
  readonly unpaidOrdersPerPhone: number
  /** Places in one queue that a network joins within ten minutes before its devices have to prove work; 0 means never. */
  readonly queueJoinsFree: number
  /** Places of one network in one queue; 0 means no limit. */
  readonly queuePlacesPerNetwork: number
  readonly sms: Readonly<Record<SmsScope, Budget>>
  /** Emails to one address. */
  readonly mail: Readonly<Record<MailScope, Budget>>
}

export const holdMinutesDefault = 45

export function boundsOf(config: Config): Bounds {
  return {
    holdMinutes: config.HOLD_MINUTES_MAX,
    heldPlacesPerSession: config.HELD_PLACES_PER_SESSION_MAX,
    heldPlacesPerNetwork: config.HELD_PLACES_PER_NETWORK_MAX,
    heldSharePerNetwork: config.HELD_SHARE_PER_NETWORK_PERCENT,
    heldPlacesPerPartner: config.HELD_PLACES_PER_PARTNER_MAX,
    unpaidOrdersPerPhone: config.UNPAID_ORDERS_PER_PHONE_MAX,
    queueJoinsFree: config.QUEUE_JOINS_FREE,
    queuePlacesPerNetwork: config.QUEUE_PLACES_PER_NETWORK_MAX,
    sms: {
      account: config.SMS_PER_ACCOUNT,
      phone: config.SMS_PER_PHONE,
      network: config.SMS_PER_NETWORK,
      country: config.SMS_PER_COUNTRY,
      shop: config.SMS_PER_SHOP,
    },
    mail: {
      stranger: config.MAIL_PER_ADDRESS,
      account: config.SIGN_IN_MAIL_PER_ADDRESS,
    },
  }
}
