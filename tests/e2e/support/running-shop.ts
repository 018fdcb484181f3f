import { spawn, type ChildProcess } from 'node:child_process'
import { createECDH } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startGc } from '../../../fakes/gc/start.ts'
import { startAppleGateway } from '../../../fakes/bog/apple-gateway.ts'
import { startBog } from '../../../fakes/bog/start.ts'
import { startCityPay } from '../../../fakes/citypay/start.ts'
import { startEpoint } from '../../../fakes/epoint/start.ts'
import { startMailbox } from '../../../fakes/mailbox/start.ts'
import { startIati } from '../../../fakes/iati/start.ts'
import { startFacebook } from '../../../fakes/facebook/start.ts'
import { startPayouts } from '../../../fakes/payouts/start.ts'
import { startSms } from '../../../fakes/sms/start.ts'
import { startTerminal } from '../../../fakes/terminal/start.ts'
import { startTpay } from '../../../fakes/tpay/start.ts'
import { makeWalletKeys } from '../../../fakes/wallets/keys.ts'
import { freePort } from '#platform/ports.ts'
import { compileCacheEnvironment } from '../../../tools/compile-cache.ts'
import { unbounded } from '../../support/unbounded.ts'
import { keepLog } from './report-files.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Addresses of all services that journeys use, without a trailing slash. */
export interface ShopAddresses {
  readonly url: string
  readonly mailboxUrl: string
  /** The phones that receive the shop's messages. */
  readonly smsUrl: string
  /** A flight supplier whose prices journeys change. */
  readonly iatiUrl: string
  /** The bank of Apple Pay and Google Pay, whose faults journeys set. */
  readonly walletBankUrl: string
  /** The card terminals of counters, whose answers journeys set. */
  readonly terminalUrl: string
  readonly databaseUrl: string
}

export interface RunningShop extends ShopAddresses {
  stop(): Promise<void>
}

/**
 * Starts a whole shop on a migrated database with content: the demo bank and mailbox in this process, the worker
 * and the server with the built pages in separate ones, all on free ports.
 */
export async function startShop(options: {
  readonly databaseUrl: string
  /** Parent of the directory `media`. */
  readonly dataDirectory: string
}): Promise<RunningShop> {
  const keys = makeWalletKeys({
    passTypeId: 'pass.journeys',
    teamId: 'JOURNEYS',
    now: new Date(),
  })
  const [
    bank,
    epoint,
    citypay,
    walletBank,
    appleGateway,
    mailbox,
    phones,
    facebook,
    payouts,
    iati,
    terminal,
    port,
  ] = await Promise.all([
    startTpay({ port: 0 }),
    startEpoint({ port: 0 }),
    startCityPay({ port: 0, confirmAfterMs: 300, tickMs: 100 }),
    startBog({ port: 0 }),
    startAppleGateway({ port: 0, ...keys.service, root: keys.root }),
    startMailbox({ port: 0, smtpPort: 0 }),
    startSms({ port: 0 }),
    startFacebook({ port: 0 }),
    startPayouts({ port: 0 }),
    startIati({ port: 0 }),
    startTerminal({ port: 0 }),
    freePort(),
  ])
  const url = `http://localhost:${port}`
  const cardBank = await startGc({ port: 0, shopUrl: url })
  const environment = {
    PORT: String(port),
    PUBLIC_ORIGIN: url,
    DATA_DIR: options.dataDirectory,
    DATABASE_URL: options.databaseUrl,
    TPAY_URL: bank.url,
    GC_URL: cardBank.url,
    GC_CERTIFICATE: cardBank.publicKey,
    EPOINT_URL: epoint.url,
    CITYPAY_URL: citypay.url,
    BOG_URL: walletBank.url,
    BOG_TOKEN_URL: walletBank.tokenUrl,
    APPLE_PAY_MERCHANT_ID: 'merchant.journeys',
    APPLE_PAY_CERTIFICATE: `${keys.APPLE_PASS_CERTIFICATE}\n${keys.APPLE_PASS_WWDR}`,
    APPLE_PAY_KEY: keys.APPLE_PASS_KEY,
    APPLE_PAY_GATEWAY_URL: appleGateway.url,
    APPLE_PAY_GATEWAY_AUTHORITY: keys.root,
    GOOGLE_PAY_MERCHANT_ID: 'BCR2DN4TEST',
    SMTP_URL: mailbox.smtpUrl,
    SMS_URL: phones.url,
    FB_URL: facebook.url,
    PAYOUT_URL: payouts.url,
    IATI_URL: iati.url,
    TERMINAL_URL: terminal.url,
    PUSH_VAPID_KEY: newVapidKey(),
    LOG_LEVEL: 'debug',
    // All visitors of the journeys share one address.
    ...unbounded,
    ...compileCacheEnvironment,
  }
  const processes = await Promise.all([
    launch('src/apps/worker/main.ts', environment, 'working'),
    launch('src/apps/server/main.ts', environment, 'serving'),
  ])
  return {
    url,
    mailboxUrl: mailbox.url,
    smsUrl: phones.url,
    iatiUrl: iati.url,
    walletBankUrl: walletBank.url,
    terminalUrl: terminal.url,
    databaseUrl: options.databaseUrl,
    async stop() {
      await Promise.all(processes.map(end))
      await Promise.all(
        [
          bank,
          cardBank,
          epoint,
          citypay,
          walletBank,
          appleGateway,
          mailbox,
          phones,
          facebook,
          payouts,
          iati,
          terminal,
        ].map((party) => party.stop()),
      )
    },
  }
}

/** Starts another server of a running shop with different settings. */
export async function startServer(
  settings: Record<string, string>,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = await launch(
    'src/apps/server/main.ts',
    {
      PORT: String(port),
      PUBLIC_ORIGIN: url,
      DATA_DIR: fileURLToPath(new URL('../../../.cache/e2e', import.meta.url)),
      LOG_LEVEL: 'debug',
      ...unbounded,
      ...compileCacheEnvironment,
      ...settings,
    },
    'serving',
  )
  return { url, stop: () => end(server) }
}

/** A private key for signing push notifications. */
function newVapidKey(): string {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return pair.getPrivateKey('base64url').padStart(43, 'A')
}

/** Starts a process of the shop and waits for its ready message. */
async function launch(
  file: string,
  environment: Record<string, string>,
  ready: string,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--enable-source-maps', file], {
    cwd: root,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  keepLog(child)
  await new Promise<void>((resolve, reject) => {
    child.on('message', (message: Record<string, unknown>) => {
      if (message[ready] === true) resolve()
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${file} ended early (${code})`)))
  })
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await gone
  clearTimeout(timer)
}
