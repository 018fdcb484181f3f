/** Goal: production is not opened with what everybody knows. Method: settings that must be refused, and by which name. */
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'
import { missingServices } from '../production.ts'

const production = {
  MODE: 'production',
  DATABASE_URL: 'postgresql://shop@database.internal/shop',
  PUBLIC_ORIGIN: 'https://tickets.internal',
  SMTP_URL: 'smtp://mail.internal',
  SMS_URL: 'https://sms.internal',
  SMS_API_KEY: 'gh3nqk1',
  TPAY_URL: 'https://tpay.internal',
  TPAY_API_KEY: 'a8f31c',
  TPAY_CLIENT_ID: 'tickets',
  TPAY_CLIENT_SECRET: 'c0ffee91',
}

function refusalOf(environment: Record<string, string>): string {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
}

test('opens with credentials of its own, whatever services are not configured', () => {
  expect(readConfig(production)).toMatchObject({ MODE: 'production', TPAY_CLIENT_ID: 'tickets' })
})

test.each(
  Object.entries({
    TPAY: ['TPAY_API_KEY', 'TPAY_CLIENT_ID', 'TPAY_CLIENT_SECRET'],
    EPOINT: ['EPOINT_PUBLIC_KEY', 'EPOINT_PRIVATE_KEY'],
    CITYPAY: ['CITYPAY_CUSTOMER_ID', 'CITYPAY_ACCESS_TOKEN'],
    TERMINAL: ['TERMINAL_API_KEY'],
    GC: ['GC_MERCHANT_ID', 'GC_PAGE_ID', 'GC_ACCOUNT_ID', 'GC_API_PASSWORD', 'GC_CALLER_PASSWORD'],
    PAYOUT: ['PAYOUT_API_KEY'],
    SMS: ['SMS_API_KEY'],
    BOG: ['BOG_CLIENT_ID', 'BOG_CLIENT_SECRET'],
    FB: ['FB_APP_SECRET'],
    CINEMA: ['CINEMA_API_KEY'],
    DUFFEL: ['DUFFEL_ACCESS_TOKEN'],
    IATI: ['IATI_API_KEY'],
    IDENTITY: ['IDENTITY_API_KEY'],
  }),
)('refuses the demo’s credentials of %s', (service, names) => {
  const others = Object.entries(production).filter(([name]) => !names.includes(name))
  const refusal = refusalOf({
    ...Object.fromEntries(others),
    [`${service}_URL`]: 'https://service.internal',
  })
  for (const name of names) expect(refusal).toContain(`${name}: demo-`)
})

test('refuses placeholders of the example', () => {
  expect(
    refusalOf({ ...production, METRICS_TOKEN: 'replace-with-32-random-characters' }),
  ).toContain('METRICS_TOKEN: replace-with-32-random-characters')
  expect(refusalOf({ ...production, TPAY_API_KEY: 'replace' })).toContain('TPAY_API_KEY: replace')
})

test('takes the demo’s credentials in the test mode', () => {
  expect(readConfig({ ...production, MODE: 'test', TPAY_API_KEY: 'demo-api-key' })).toMatchObject({
    TPAY_API_KEY: 'demo-api-key',
  })
})

test('names all services that a whole shop lacks', () => {
  expect(missingServices(production)).toEqual([])
  expect(missingServices({})).toEqual([
    'DATABASE_URL is not set',
    'PUBLIC_ORIGIN is not set',
    'SMTP_URL is not set',
    'SMS_URL is not set',
    'TPAY_URL or GC_URL or EPOINT_URL or CITYPAY_URL or BOG_URL is not set',
  ])
})
