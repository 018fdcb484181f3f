import { timingSafeEqual } from 'node:crypto'

export type Credentials = {
  merchantId: string
  accountId: string
  /** Of the calls under `/merchantapi`, with the merchant id as the name. */
  apiPassword: string
  /** What the bank calls the shop with. */
  callerUser: string
  callerPassword: string
}

/** What the demo shop and the demo bank agree on. Worth nothing anywhere else. */
export const demoCredentials: Credentials = {
  merchantId: 'demo-gc-merchant',
  accountId: 'demo-gc-account',
  apiPassword: 'demo-gc-api',
  callerUser: 'demo-gc',
  callerPassword: 'demo-gc-caller',
}

/** Whether a call under `/merchantapi` comes from the merchant. */
export function isMerchant(credentials: Credentials, authorization: string | undefined): boolean {
  const { merchantId, apiPassword } = credentials
  const basic = Buffer.from(`${merchantId}:${apiPassword}`).toString('base64')
  const [given, wanted] = [Buffer.from(authorization ?? ''), Buffer.from(`Basic ${basic}`)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
