import { z } from 'zod'
import { httpUrl } from './fields.ts'

/** `tpay GE:180 *:290, gc *:260`: hundredths of a percent by provider and by country (ISO 3166-1) of a card. */
const cardCosts = (costs: string) =>
  z
    .string()
    .regex(
      /^[a-z]+(?: (?:[A-Z]{2}|\*):\d{1,4})+(?:, [a-z]+(?: (?:[A-Z]{2}|\*):\d{1,4})+)*$/,
      'must be like: tpay GE:180 *:290, gc *:260',
    )
    .default(costs)
    .transform(
      (value) =>
        new Map(
          value.split(', ').map((part) => {
            const [name = '', ...rates] = part.split(' ')
            const read = rates.map((rate) => rate.split(':'))
            return [name, new Map(read.map(([country = '', cost]) => [country, Number(cost)]))]
          }),
        ),
    )

/** Payment providers, and the bank that pays out balances. */
export const paymentSettings = {
  CARD_COSTS: cardCosts('tpay GE:180 *:290, gc GE:190 *:260, epoint AZ:180 *:330').describe(
    'Cost of a card payment in hundredths of a percent, by acquirer and country of the card; the cheapest available acquirer is used first',
  ),
  TPAY_URL: z.url().optional().describe('tpay gateway; the demo starts a fake'),
  TPAY_API_KEY: z.string().default('demo-api-key').describe('tpay api key'),
  TPAY_CLIENT_ID: z.string().default('demo-merchant').describe('tpay client id'),
  TPAY_CLIENT_SECRET: z.string().default('demo-merchant-secret').describe('tpay client secret'),
  EPOINT_URL: z.url().optional().describe('Epoint gateway; the demo starts a fake'),
  EPOINT_PUBLIC_KEY: z.string().default('demo-merchant').describe('Epoint public key'),
  EPOINT_PRIVATE_KEY: z
    .string()
    .default('demo-epoint-key')
    .describe('Epoint private key; signs requests and callbacks'),
  CITYPAY_URL: z
    .url()
    .optional()
    .describe('CityPay API that creates orders; the demo starts a fake'),
  CITYPAY_ORDERS_URL: z
    .url()
    .optional()
    .describe('CityPay API that reads orders; default CITYPAY_URL'),
  CITYPAY_CUSTOMER_ID: z.string().default('demo-merchant').describe('CityPay customer id'),
  CITYPAY_ACCESS_TOKEN: z.string().default('demo-citypay-token').describe('CityPay access token'),
  TERMINAL_URL: httpUrl
    .optional()
    .describe('Terminal API of the card terminals at counters; the demo starts a fake'),
  TERMINAL_API_KEY: z.string().default('demo-terminal-key').describe('Terminal API key'),
  TERMINAL_SALE_ID: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .default('Bileti')
    .describe('Name of the shop on card terminals (SaleID)'),
  GC_URL: httpUrl.optional().describe('Georgian Card (gc) gateway; the demo starts a fake'),
  GC_MERCHANT_ID: z.string().default('demo-gc-merchant').describe('gc merchant id (merch_id)'),
  GC_PAGE_ID: z.string().default('demo-gc-page').describe('gc page id (page_id)'),
  GC_ACCOUNT_ID: z
    .string()
    .default('demo-gc-account')
    .describe('gc account that receives the money'),
  GC_API_PASSWORD: z
    .string()
    .default('demo-gc-api')
    .describe('gc password for refunds and for the list of transactions'),
  GC_CALLER_USER: z.string().default('demo-gc').describe('User name of gc’s calls to us'),
  GC_CALLER_PASSWORD: z.string().default('demo-gc-caller').describe('Password of gc’s calls to us'),
  GC_CERTIFICATE: z.string().optional().describe('gc certificate or public key: PEM or file path'),
  PAYOUT_URL: httpUrl
    .optional()
    .describe(
      'Bank API that pays out balances to bank accounts; without it only cards can receive them; the demo starts a fake',
    ),
  PAYOUT_API_KEY: z.string().default('demo-payout-key').describe('API key of that bank'),
}
