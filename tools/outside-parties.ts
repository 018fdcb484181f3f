import { readFileSync } from 'node:fs'
import path from 'node:path'
import { demoKeys } from '../fakes/gc/keys.ts'
import { measuringSettings } from '../fakes/measuring/settings.ts'
import { demoPushKeys } from '../fakes/push/keys.ts'
import { demoPushServiceFiles, demoWalletFiles } from '../fakes/wallets/keys.ts'
import { freePortFrom } from './free-port.ts'
import type { Config } from '#platform/config.ts'

/** Starts a process of the demo; resolves when it reports that it is ready, or at once if it sends no message. */
export type Launch = (
  name: string,
  file: string,
  environment: Record<string, string>,
  ready: string | null,
) => Promise<void>

/**
 * Starts a fake for each external service without a setting, on the ports above the shop's.
 *
 * @returns the settings for the shop
 */
export async function startOutsideParties(
  config: Config,
  start: Launch,
): Promise<Record<string, string>> {
  const environment: Record<string, string> = {}
  const state = path.resolve(config.DATA_DIR)
  // HOST opens the shop to a network; the demo's fakes have no authentication.
  const launch: Launch = (name, file, settings, ready) =>
    start(name, file, { HOST: config.DEMO_HOST, ...settings }, ready)
  if (!config.TPAY_URL) {
    const port = await freePortFrom(config.PORT + 1)
    await launch(
      'demo bank',
      'fakes/tpay/main.ts',
      { PORT: String(port), STATE_DIR: path.join(state, 'tpay') },
      'listening',
    )
    environment['TPAY_URL'] = `http://127.0.0.1:${port}`
  }
  if (!config.GC_URL) {
    const port = await freePortFrom(config.PORT + 10)
    const stateDir = path.join(state, 'gc')
    const { publicFile } = demoKeys(stateDir)
    const settings = { PORT: String(port), STATE_DIR: stateDir, SHOP_URL: config.PUBLIC_ORIGIN }
    await launch('demo card bank', 'fakes/gc/main.ts', settings, 'listening')
    environment['GC_URL'] = `http://127.0.0.1:${port}`
    environment['GC_CERTIFICATE'] = publicFile ?? ''
  }
  if (!config.SMTP_URL) {
    const web = await freePortFrom(config.PORT + 2)
    const smtp = await freePortFrom(config.PORT + 3)
    const settings = {
      PORT: String(web),
      SMTP_PORT: String(smtp),
      STATE_DIR: path.join(state, 'mailbox'),
    }
    await launch('demo mailbox', 'fakes/mailbox/main.ts', settings, 'listening')
    environment['SMTP_URL'] = `smtp://127.0.0.1:${smtp}`
    environment['MAILBOX_URL'] = `http://localhost:${web}`
  }
  if (!config.RATES_URL) {
    const port = await freePortFrom(config.PORT + 4)
    await launch('demo rates', 'fakes/nbg/main.ts', { PORT: String(port) }, 'listening')
    environment['RATES_URL'] = `http://127.0.0.1:${port}`
  }
  if (!config.CINEMA_URL) {
    const port = await freePortFrom(config.PORT + 14)
    await launch('demo cinema', 'fakes/cinema/main.ts', { PORT: String(port) }, 'listening')
    environment['CINEMA_URL'] = `http://127.0.0.1:${port}`
  }
  if (!config.SMS_URL) {
    const port = await freePortFrom(config.PORT + 5)
    await launch('demo phones', 'fakes/sms/main.ts', { PORT: String(port) }, 'listening')
    environment['SMS_URL'] = `http://127.0.0.1:${port}`
  }
  if (!config.DUFFEL_URL) {
    const port = await freePortFrom(config.PORT + 12)
    const secret = 'demo-duffel-webhook'
    const settings = { PORT: String(port), SHOP_URL: config.PUBLIC_ORIGIN, WEBHOOK_SECRET: secret }
    await launch('demo duffel', 'fakes/duffel/main.ts', settings, 'listening')
    environment['DUFFEL_WEBHOOK_SECRET'] = secret
    environment['DUFFEL_URL'] = `http://127.0.0.1:${port}`
  }
  if (!config.IATI_URL) {
    const port = await freePortFrom(config.PORT + 15)
    await launch('demo iati', 'fakes/iati/main.ts', { PORT: String(port) }, 'listening')
    environment['IATI_URL'] = `http://127.0.0.1:${port}`
  }
  if (!config.PAYOUT_URL) {
    const port = await freePortFrom(config.PORT + 7)
    const settings = { PORT: String(port), STATE_DIR: path.join(state, 'payouts') }
    await launch('demo payouts', 'fakes/payouts/main.ts', settings, 'listening')
    environment['PAYOUT_URL'] = `http://127.0.0.1:${port}`
  }
  if (!config.TERMINAL_URL) {
    const port = await freePortFrom(config.PORT + 20)
    await launch('demo terminals', 'fakes/terminal/main.ts', { PORT: String(port) }, 'listening')
    environment['TERMINAL_URL'] = `http://127.0.0.1:${port}`
  }
  Object.assign(environment, await startOnlineServices(config, state, launch))
  if (!config.FB_URL) {
    const port = await freePortFrom(config.PORT + 6)
    await launch('demo facebook', 'fakes/facebook/main.ts', { PORT: String(port) }, 'listening')
    environment['FB_URL'] = `http://127.0.0.1:${port}`
  }
  Object.assign(environment, await startMeasuring(config, launch))
  Object.assign(environment, await startPushServices(config, state, launch))
  Object.assign(environment, await startWalletServices(config, state, launch))
  return environment
}

/** Starts one process that receives analytics and error reports. */
async function startMeasuring(config: Config, launch: Launch): Promise<Record<string, string>> {
  const { ANALYTICS_URL, ERRORS_DSN, FB_PIXEL_URL, GOOGLE_ADS_URL } = config
  if (config.MODE !== 'test' || ANALYTICS_URL || ERRORS_DSN || FB_PIXEL_URL || GOOGLE_ADS_URL)
    return {}
  const port = await freePortFrom(config.PORT + 13)
  await launch('demo figures', 'fakes/measuring/main.ts', { PORT: String(port) }, 'listening')
  return measuringSettings(port)
}

/** Starts browser push services and Firebase in one process, with the demo's keys unless configured. */
async function startPushServices(
  config: Config,
  state: string,
  launch: Launch,
): Promise<Record<string, string>> {
  if (config.MODE !== 'test' || config.FCM_URL) return {}
  const port = await freePortFrom(config.PORT + 11)
  const stateDir = path.join(state, 'push')
  const keys = demoPushKeys(stateDir)
  const settings = { PORT: String(port), FCM_PUBLIC_KEY: keys.fcmPublicKey }
  await launch('demo push', 'fakes/push/main.ts', settings, null)
  const url = `http://127.0.0.1:${port}`
  return {
    PUSH_URL: url,
    FCM_URL: url,
    FCM_KEY: keys.fcmKey,
    PUSH_ORIGINS: [...config.PUSH_ORIGINS, url].join(','),
    ...(config.PUSH_VAPID_KEY ? {} : { PUSH_VAPID_KEY: keys.vapidKey }),
  }
}

/**
 * Keys that passes for wallets are signed with, in the test mode where no setting names real ones, and the services by which
 * wallets learn of changes.
 */
async function startWalletServices(
  config: Config,
  state: string,
  launch: Launch,
): Promise<Record<string, string>> {
  if (config.MODE !== 'test') return {}
  const passTypeId = config.APPLE_PASS_TYPE_ID
  const folder = path.join(state, 'wallets')
  const files = demoWalletFiles(folder, {
    passTypeId,
    teamId: config.APPLE_PASS_TEAM_ID,
  })
  const { GOOGLE_WALLET_KEY = '', ...apple } = files
  const isAppleOurs = !config.APPLE_PASS_CERTIFICATE
  const isGoogleOurs = !config.GOOGLE_WALLET_KEY
  const port = await freePortFrom(config.PORT + 16)
  const googlePort = await freePortFrom(config.PORT + 17)
  const { certificate, key, root } = demoPushServiceFiles(folder)
  const bog = await startWalletBank(config, state, launch, files)
  const settings = {
    PORT: String(port),
    GOOGLE_PORT: String(googlePort),
    CERTIFICATE: certificate,
    KEY: key,
    ROOT: root,
    GOOGLE_KEY: GOOGLE_WALLET_KEY,
  }
  await launch('demo wallets', 'fakes/wallets/main.ts', settings, null)
  const google = `http://127.0.0.1:${googlePort}`
  return {
    ...bog,
    ...(isAppleOurs ? apple : {}),
    ...(isAppleOurs && !config.APPLE_PUSH_URL
      ? { APPLE_PUSH_URL: `https://127.0.0.1:${port}`, APPLE_PUSH_AUTHORITY: root }
      : {}),
    ...(isGoogleOurs ? { GOOGLE_WALLET_KEY } : {}),
    ...(isGoogleOurs && !config.GOOGLE_WALLET_API_URL
      ? { GOOGLE_WALLET_API_URL: google, GOOGLE_WALLET_TOKEN_URL: `${google}/token` }
      : {}),
  }
}

/**
 * Starts the bank that accepts Apple Pay and Google Pay, with Apple's gateway, using the keys of the demo's
 * wallets.
 */
async function startWalletBank(
  config: Config,
  state: string,
  launch: Launch,
  keys: Record<string, string>,
): Promise<Record<string, string>> {
  if (config.BOG_URL) return {}
  const port = await freePortFrom(config.PORT + 18)
  const applePort = await freePortFrom(config.PORT + 19)
  const { certificate, key, root } = demoPushServiceFiles(path.join(state, 'wallets'))
  const settings = {
    PORT: String(port),
    APPLE_PORT: String(applePort),
    STATE_DIR: path.join(state, 'bog'),
    CERTIFICATE: certificate,
    KEY: key,
    ROOT: root,
  }
  await launch('demo wallet bank', 'fakes/bog/main.ts', settings, 'listening')
  const url = `http://127.0.0.1:${port}`
  const names = ['APPLE_PASS_CERTIFICATE', 'APPLE_PASS_WWDR'] as const
  const chain = names.map((name) => readFileSync(keys[name] ?? '', 'utf8'))
  return {
    BOG_URL: url,
    BOG_TOKEN_URL: `${url}/token`,
    APPLE_PAY_MERCHANT_ID: 'merchant.example.bileti',
    // In the demo the pass certificate identifies the merchant.
    APPLE_PAY_CERTIFICATE: chain.join('\n'),
    APPLE_PAY_KEY: keys['APPLE_PASS_KEY'] ?? '',
    APPLE_PAY_GATEWAY_URL: `https://127.0.0.1:${applePort}`,
    APPLE_PAY_GATEWAY_AUTHORITY: root,
    GOOGLE_PAY_MERCHANT_ID: 'BCR2DN4DEMO',
  }
}

/** Starts online payment services other than the bank. */
async function startOnlineServices(
  config: Config,
  state: string,
  launch: Launch,
): Promise<Record<string, string>> {
  const environment: Record<string, string> = {}
  const services = [
    { name: 'epoint', setting: 'EPOINT_URL', offset: 8 },
    { name: 'citypay', setting: 'CITYPAY_URL', offset: 9 },
  ] as const
  for (const { name, setting, offset } of services) {
    if (config[setting]) continue
    const port = await freePortFrom(config.PORT + offset)
    const settings = { PORT: String(port), STATE_DIR: path.join(state, name) }
    await launch(`demo ${name}`, `fakes/${name}/main.ts`, settings, 'listening')
    environment[setting] = `http://127.0.0.1:${port}`
  }
  return environment
}
