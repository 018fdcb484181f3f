/** Settings for tests and measurements in which one address, device and phone represent many users. */
const unlimited = '100000000'

export const unbounded = {
  LIMIT_GUESS_PER_MINUTE: unlimited,
  LIMIT_FLOOD_PER_MINUTE: unlimited,
  LIMIT_COST_PER_MINUTE: unlimited,
  LIMIT_READ_PER_MINUTE: unlimited,
  HELD_PLACES_PER_SESSION_MAX: '0',
  HELD_SHARE_PER_NETWORK_PERCENT: '0',
  HELD_PLACES_PER_PARTNER_MAX: '0',
  HELD_PLACES_PER_NETWORK_MAX: '0',
  UNPAID_ORDERS_PER_PHONE_MAX: '0',
  QUEUE_JOINS_FREE: '0',
  QUEUE_PLACES_PER_NETWORK_MAX: '0',
  SMS_PER_ACCOUNT: '0/0',
  SMS_PER_PHONE: '0/0',
  SMS_PER_NETWORK: '0/0',
  SMS_PER_COUNTRY: '0/0',
  SMS_PER_SHOP: '0/0',
  MAIL_PER_ADDRESS: '0/0',
  SIGN_IN_MAIL_PER_ADDRESS: '0/0',
} as const
