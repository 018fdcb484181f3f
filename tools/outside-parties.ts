import { readFileSync } from 'node:fs'
import path from 'node:path'
import { demoKeys } from '../fakes/gc/keys.ts'
import { measuringSettings } from '../fakes/measuring/settings.ts'
import { demoPushKeys } from '../fakes/push/keys.ts'
import { demoPushServiceFiles, demoWalletFiles } from '../fakes/wallets/files.ts'
import { freePortFrom } from './free-port.ts'
import { refuseProduction } from './refuse-production.ts'
import type { Config } from '#platform/config.ts'

type Settings = Record<string, string>

/** The fakes of external services, and the settings by which the shop uses them. */
export interface OutsideParties {
  /** Settings of each fake by the name of its folder. */
  readonly fakes: Readonly<Record<string, Settings>>
  /** Settings of server and worker. */
  readonly settings: Settings
}

/** Where the plan of one start is collected. */
class Plan implements OutsideParties {
  readonly config: Config
  /** Directory where fakes keep what must survive a restart. */
  readonly state: string
  readonly fakes: Record<string, Settings> = {}
  readonly settings: Settings = {}

  constructor(config: Config) {
    this.config = config
    this.state = path.resolve(config.DATA_DIR)
  }

  /** A free port, if possible the one at this distance from the shop's. */
  port(offset: number): Promise<number> {
    return freePortFrom(this.config.PORT + offset)
  }

  /** Adds a fake; HOST opens the shop to a network, but the fakes have no authentication. */
  add(name: string, port: number, settings: Settings = {}): void {
    this.fakes[name] = { HOST: this.config.DEMO_HOST, PORT: String(port), ...settings }
  }

  stateOf(name: string): string {
    return path.join(this.state, name)
  }
}

const local = (port: number): string => `http://127.0.0.1:${port}`

/**
 * Plans a fake for each external service without a setting, on the ports above the shop's. Keys that the demo needs
 * are made and kept in the data directory.
 */
export async function planOutsideParties(config: Config): Promise<OutsideParties> {
  refuseProduction('a plan of fakes', config)
  const plan = new Plan(config)
  await planBanks(plan)
  await planMailbox(plan)
  await planSuppliers(plan)
  await planMeasuring(plan)
  await planPush(plan)
  await planWallets(plan)
  const { fakes, settings } = plan
  return { fakes, settings }
}

/** Payment services, payouts and card terminals. */
async function planBanks(plan: Plan): Promise<void> {
  const { config, settings } = plan
  if (!config.GC_URL) {
    const port = await plan.port(10)
    const stateDir = plan.stateOf('gc')
    const { publicFile } = demoKeys(stateDir)
    plan.add('gc', port, { STATE_DIR: stateDir, SHOP_URL: config.PUBLIC_ORIGIN })
    settings['GC_URL'] = local(port)
    settings['GC_CERTIFICATE'] = publicFile ?? ''
  }
  const services = [
    { name: 'tpay', setting: 'TPAY_URL', offset: 1 },
    { name: 'epoint', setting: 'EPOINT_URL', offset: 8 },
    { name: 'citypay', setting: 'CITYPAY_URL', offset: 9 },
    { name: 'payouts', setting: 'PAYOUT_URL', offset: 7 },
  ] as const
  for (const { name, setting, offset } of services) {
    if (config[setting]) continue
    const port = await plan.port(offset)
    plan.add(name, port, { STATE_DIR: plan.stateOf(name) })
    settings[setting] = local(port)
  }
}

async function planMailbox(plan: Plan): Promise<void> {
  const { config, settings } = plan
  if (config.SMTP_URL) return
  const web = await plan.port(2)
  const smtp = await plan.port(3)
  plan.add('mailbox', web, { SMTP_PORT: String(smtp), STATE_DIR: plan.stateOf('mailbox') })
  settings['SMTP_URL'] = `smtp://127.0.0.1:${smtp}`
  settings['MAILBOX_URL'] = `http://localhost:${web}`
}

/** Services that keep nothing across restarts: rates, cinemas, phones, flights, Facebook, card terminals. */
async function planSuppliers(plan: Plan): Promise<void> {
  const { config, settings } = plan
  const services = [
    { name: 'nbg', setting: 'RATES_URL', offset: 4 },
    { name: 'cinema', setting: 'CINEMA_URL', offset: 14 },
    { name: 'sms', setting: 'SMS_URL', offset: 5 },
    { name: 'iati', setting: 'IATI_URL', offset: 15 },
    { name: 'terminal', setting: 'TERMINAL_URL', offset: 20 },
    { name: 'facebook', setting: 'FB_URL', offset: 6 },
  ] as const
  for (const { name, setting, offset } of services) {
    if (config[setting]) continue
    const port = await plan.port(offset)
    plan.add(name, port)
    settings[setting] = local(port)
  }
  if (config.DUFFEL_URL) return
  const port = await plan.port(12)
  const secret = 'demo-duffel-webhook'
  plan.add('duffel', port, { SHOP_URL: config.PUBLIC_ORIGIN, WEBHOOK_SECRET: secret })
  settings['DUFFEL_WEBHOOK_SECRET'] = secret
  settings['DUFFEL_URL'] = local(port)
}

/** One fake receives analytics and error reports. */
async function planMeasuring(plan: Plan): Promise<void> {
  const { ANALYTICS_URL, ERRORS_DSN, FB_PIXEL_URL, GOOGLE_ADS_URL } = plan.config
  if (ANALYTICS_URL || ERRORS_DSN || FB_PIXEL_URL || GOOGLE_ADS_URL) return
  const port = await plan.port(13)
  plan.add('measuring', port)
  Object.assign(plan.settings, measuringSettings(port))
}

/** Browser push services and Firebase are one fake, with the demo's keys unless configured. */
async function planPush(plan: Plan): Promise<void> {
  const { config, settings } = plan
  if (config.FCM_URL) return
  const port = await plan.port(11)
  const keys = demoPushKeys(plan.stateOf('push'))
  plan.add('push', port, { FCM_PUBLIC_KEY: keys.fcmPublicKey })
  const url = local(port)
  settings['PUSH_URL'] = url
  settings['FCM_URL'] = url
  settings['FCM_KEY'] = keys.fcmKey
  settings['PUSH_ORIGINS'] = [...config.PUSH_ORIGINS, url].join(',')
  if (!config.PUSH_VAPID_KEY) settings['PUSH_VAPID_KEY'] = keys.vapidKey
}

/**
 * Keys that passes for wallets are signed with, where no setting names real ones, and the services by which
 * wallets learn of changes.
 */
async function planWallets(plan: Plan): Promise<void> {
  const { config, settings } = plan
  const folder = plan.stateOf('wallets')
  const files = await demoWalletFiles(folder, {
    passTypeId: config.APPLE_PASS_TYPE_ID,
    teamId: config.APPLE_PASS_TEAM_ID,
  })
  const { GOOGLE_WALLET_KEY = '', ...apple } = files
  const port = await plan.port(16)
  const googlePort = await plan.port(17)
  const { certificate, key, root } = demoPushServiceFiles(folder)
  await planWalletBank(plan, files)
  plan.add('wallets', port, {
    GOOGLE_PORT: String(googlePort),
    CERTIFICATE: certificate,
    KEY: key,
    ROOT: root,
    GOOGLE_KEY: GOOGLE_WALLET_KEY,
  })
  if (!config.APPLE_PASS_CERTIFICATE) {
    Object.assign(settings, apple)
    if (!config.APPLE_PUSH_URL) {
      settings['APPLE_PUSH_URL'] = `https://127.0.0.1:${port}`
      settings['APPLE_PUSH_AUTHORITY'] = root
    }
  }
  if (config.GOOGLE_WALLET_KEY) return
  settings['GOOGLE_WALLET_KEY'] = GOOGLE_WALLET_KEY
  if (config.GOOGLE_WALLET_API_URL) return
  settings['GOOGLE_WALLET_API_URL'] = local(googlePort)
  settings['GOOGLE_WALLET_TOKEN_URL'] = `${local(googlePort)}/token`
}

/** The bank that accepts Apple Pay and Google Pay, with Apple's gateway, uses the keys of the demo's wallets. */
async function planWalletBank(plan: Plan, keys: Record<string, string>): Promise<void> {
  const { config, settings } = plan
  if (config.BOG_URL) return
  const port = await plan.port(18)
  const applePort = await plan.port(19)
  const { certificate, key, root } = demoPushServiceFiles(plan.stateOf('wallets'))
  plan.add('bog', port, {
    APPLE_PORT: String(applePort),
    STATE_DIR: plan.stateOf('bog'),
    CERTIFICATE: certificate,
    KEY: key,
    ROOT: root,
  })
  const names = ['APPLE_PASS_CERTIFICATE', 'APPLE_PASS_WWDR'] as const
  const chain = names.map((name) => readFileSync(keys[name] ?? '', 'utf8'))
  Object.assign(settings, {
    BOG_URL: local(port),
    BOG_TOKEN_URL: `${local(port)}/token`,
    APPLE_PAY_MERCHANT_ID: 'merchant.example.bileti',
    // In the demo the pass certificate identifies the merchant.
    APPLE_PAY_CERTIFICATE: chain.join('\n'),
    APPLE_PAY_KEY: keys['APPLE_PASS_KEY'] ?? '',
    APPLE_PAY_GATEWAY_URL: `https://127.0.0.1:${applePort}`,
    APPLE_PAY_GATEWAY_AUTHORITY: root,
    GOOGLE_PAY_MERCHANT_ID: 'BCR2DN4DEMO',
  })
}
