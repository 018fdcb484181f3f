import { timingSafeEqual } from 'node:crypto'

export type Credentials = {
  merchantId: string
  accountId: string
  /** Password of the calls under `/merchantapi`; the user name is the merchant id. */
  apiPassword: string
  /** User name with which the bank calls the shop. */
  callerUser: string
  callerPassword: string
}

/** Credentials shared by the demo shop and the fake bank; they have no use elsewhere. */
export const demoCredentials: Credentials = {
  merchantId: 'demo-gc-merchant',
  accountId: 'demo-gc-account',
  apiPassword: 'demo-gc-api',
  callerUser: 'demo-gc',
  callerPassword: 'demo-gc-caller',
}

/** Whether a call under `/merchantapi` is authenticated as the merchant. */
export function isMerchant(credentials: Credentials, authorization: string | undefined): boolean {
  const { merchantId, apiPassword } = credentials
  const basic = Buffer.from(`${merchantId}:${apiPassword}`).toString('base64')
  const [given, wanted] = [Buffer.from(authorization ?? ''), Buffer.from(`Basic ${basic}`)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
