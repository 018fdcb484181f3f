import { z } from 'zod'

const perMinute = z.coerce.number().int().min(1)
const most = z.coerce.number().int().min(0)
const budget = (hourAndDay: string) =>
  z
    .string()
    .regex(/^\d{1,9}\/\d{1,9}$/, 'must be two numbers, hour/day')
    .default(hourAndDay)
    .transform((value) => {
      const [hour = 0, day = 0] = value.split('/').map(Number)
      return { hour, day }
    })

/** Upper bounds on what one browser, network, phone or process may take. */
export const limitSettings = {
  LIMIT_GUESS_PER_MINUTE: perMinute
    .default(20)
    .describe(
      'Rate limit per minute and address for guessable secrets: passwords, codes, links; over all processes',
    ),
  LIMIT_FLOOD_PER_MINUTE: perMinute
    .default(120)
    .describe(
      'Rate limit per minute and address for requests that cause costs: mail, messages, new orders; over all processes',
    ),
  LIMIT_COST_PER_MINUTE: perMinute
    .default(600)
    .describe(
      'Rate limit per minute and address for requests that ask a bank, a supplier or much of the database: searches, states of payments, pictures; over all processes',
    ),
  LIMIT_READ_PER_MINUTE: perMinute
    .default(3_000)
    .describe('Rate limit per minute and address for all other requests to one server process'),
  HOLD_MINUTES_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(45)
    .describe(
      'Maximum minutes from the first order of an attempt to the end of its last hold, including extensions and retries; at least one hold time of the offering',
    ),
  HELD_PLACES_PER_SESSION_MAX: most
    .default(60)
    .describe('Maximum unpaid held places of one session or customer; 0 means no limit'),
  HELD_PLACES_PER_NETWORK_MAX: most
    .default(600)
    .describe(
      'Maximum unpaid held places of one network (an IPv4 address or an IPv6 /56 block); 0 means no limit',
    ),
  HELD_SHARE_PER_NETWORK_PERCENT: most
    .max(100)
    .default(20)
    .describe(
      'Share of the places of a hall or pool, at least 10, that one network holds unpaid before it has to prove work for more, up to half of them; 0 means no limit',
    ),
  HELD_PLACES_PER_PARTNER_MAX: most
    .default(2_000)
    .describe(
      'Maximum unpaid held places of one partner’s secret API key, instead of the limits of session and network; 0 means no limit',
    ),
  UNPAID_ORDERS_PER_PHONE_MAX: most
    .default(4)
    .describe('Maximum unpaid orders at checkout with the same phone; 0 means no limit'),
  QUEUE_JOINS_FREE: most
    .default(8)
    .describe(
      'Places that one network joins in a queue within ten minutes before its devices have to prove work; 0 means never',
    ),
  QUEUE_PLACES_PER_NETWORK_MAX: most
    .default(1000)
    .describe('Maximum places of one network in one queue; 0 means no limit'),
  SMS_PER_ACCOUNT: budget('6/15').describe(
    'SMS codes per hour/day for one account or guest; 0 means no limit',
  ),
  SMS_PER_PHONE: budget('5/8').describe('SMS codes per hour/day to one phone'),
  SMS_PER_NETWORK: budget('60/300').describe('SMS codes per hour/day requested from one network'),
  SMS_PER_COUNTRY: budget('100/500').describe(
    'SMS codes per hour/day to all phones of one country calling code other than +995',
  ),
  SMS_PER_SHOP: budget('5000/40000').describe('SMS codes per hour/day of the whole shop'),
  MAIL_PER_ADDRESS: budget('8/12').describe(
    'Emails per hour/day to one address that others can cause: links, requests, orders without a price; 0 means no limit',
  ),
  SIGN_IN_MAIL_PER_ADDRESS: budget('4/8').describe(
    'Emails per hour/day to one address for sign-up and forgotten passwords; 0 means no limit',
  ),
  LIVE_CONNECTIONS_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(20_000)
    .describe('Maximum open live maps of one server process; further clients fall back to polling'),
  LIVE_CONNECTIONS_PER_ADDRESS_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .default(200)
    .describe('Maximum open live maps of one address in one server process'),
}
