/** Environment of the walks: the demo over HTTP with its banks, and the worker’s emails and text messages. */
import { sql } from 'kysely'
import {
  accountEmailJob,
  passwordResetJob,
  sendCodeMessage,
  writeAccountEmail,
  writePasswordResetEmail,
} from '#modules/accounts/server/public-api.ts'
import { startGc, type GcFake } from '../../fakes/gc/start.ts'
import { callbackOf } from '../hostile/purchases.ts'
import { openHostileShop, type HostileShop } from '../hostile/shop.ts'
import { DocumentClient } from './client.ts'
import { CallLog, Partner } from './partner.ts'

export interface WalkEnvironment {
  readonly shop: HostileShop
  readonly gc: GcFake
  readonly callLog: CallLog
  /** Runs something at another time, and restores the time afterwards. */
  at(time: Date, work: () => Promise<void>): Promise<void>
  /** A new partner for a walk of the guide. */
  partner(walk: string, options?: { readonly token?: string; readonly apiKey?: string }): Partner
  close(): Promise<void>
}

export async function openWalkEnvironment(): Promise<WalkEnvironment> {
  const gc = await startGc({ port: 0, shopUrl: 'http://127.0.0.1:9', tickMs: 20 })
  const shop = await openHostileShop(
    // Visitors of several networks come through a proxy.
    { GC_URL: gc.url, GC_CERTIFICATE: gc.publicKey, TRUST_PROXY: '1' },
    { isDemo: true },
  )
  const { config } = shop
  gc.callShopAt(config.PUBLIC_ORIGIN)
  const client = await DocumentClient.open(config.PUBLIC_ORIGIN)
  const callLog = new CallLog()
  return {
    shop,
    gc,
    callLog,
    async at(time, work) {
      const { clock } = shop.context
      const now = clock.now()
      clock.set(time)
      try {
        await work()
      } finally {
        clock.set(now)
      }
    },
    partner: (walk, options = {}) => new Partner({ client, callLog, walk, ...options }),
    async close() {
      await shop.close()
      await gc.stop()
    },
  }
}

/** The text of the email that the worker sends after a sign-up or password request. */
export async function emailTo(
  { shop }: WalkEnvironment,
  about: 'sign-up' | 'password',
  email: string,
): Promise<string> {
  const { context, config } = shop
  const { name } = about === 'sign-up' ? accountEmailJob : passwordResetJob
  const { rows } = await sql<{ data: never }>`
    select data from pgboss.job where name = ${name} and data->>'email' = ${email}
    order by created_on desc limit 1`.execute(context.db)
  const sent: string[] = []
  const mailer = { send: async ({ text }: { text: string }) => void sent.push(text), close() {} }
  const write = about === 'sign-up' ? writeAccountEmail : writePasswordResetEmail
  await write(context, mailer, rows[0]?.data as never, config.AUTH_ORIGIN)
  return sent[0] ?? ''
}

/** The code in the text message that the worker sends. */
export async function codeOf({ shop }: WalkEnvironment, codeId: string): Promise<string> {
  const sent: string[] = []
  const sms = { send: async ({ text }: { text: string }) => void sent.push(text) }
  await sendCodeMessage(shop.context, sms, { codeId, locale: 'en' })
  return /\d{6}/.exec(sent[0] ?? '')?.[0] ?? ''
}

/** Pays on the bank's page to which the payment redirects. */
export async function payAtBank({ shop }: WalkEnvironment, redirectUrl: string): Promise<void> {
  const payId = new URL(redirectUrl).pathname.split('/').at(-1) ?? ''
  shop.bank.pay(payId, { kind: 'approve' })
  await callbackOf(shop, payId)
}

export const buyer = { name: 'Nino Beridze', email: 'nino@example.com', phone: '+995555123456' }
