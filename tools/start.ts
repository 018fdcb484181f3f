import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { demoKeys } from '../fakes/gc/keys.ts'
import { demoWalletFiles } from '../fakes/wallets/keys.ts'
import { buildWeb } from './build-web.ts'
import { prepareDatabase } from './prepare-database.ts'
import { ConfigError, readConfig, type Config } from '#platform/config.ts'
import { startPostgres, type RunningPostgres } from '#platform/postgres/start-postgres.ts'

/**
 * One command from clone to shop: database, pages, demo content, the demo's outside parties, the worker and
 * the server. Each outside party that a setting names is used instead of the demo's own.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const began = performance.now()
const children: { name: string; process: ChildProcess }[] = []
let postgres: RunningPostgres | undefined
let stopping = false

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Starts a process of the shop; when one ends by itself, everything ends. */
function launch(
  name: string,
  file: string,
  environment: Record<string, string>,
  ready: string | null,
): Promise<void> {
  const child = spawn(process.execPath, ['--enable-source-maps', path.join(root, file)], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    stdio: ['ignore', ready === null ? 'ignore' : 'inherit', 'inherit', 'ipc'],
  })
  children.push({ name, process: child })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => {
      if (stopping) return
      reject(new Error(`${name} ended (${code ?? 'by a signal'})`))
      void stop(1)
    })
    child.on('message', (message: Record<string, unknown>) => {
      if (ready !== null && message[ready] === true) resolve()
    })
    if (ready === null) child.once('spawn', () => resolve())
  })
}

async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  // First who answers visitors, then who works for it, then the outside parties both may still need.
  const isOurs = ({ name }: { name: string }): boolean => name === 'server' || name === 'worker'
  for (const child of children.filter(isOurs).toReversed()) await end(child.process)
  for (const child of children) await end(child.process)
  await postgres?.stop()
  process.exit(code)
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGTERM')
  })
}

/** The wanted port, or a free one when somebody else has it. */
function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', () =>
      wanted === 0 ? reject(new Error('No free port')) : resolve(freePort(0)),
    )
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : wanted))
    })
  })
}

async function startOutsideParties(config: Config): Promise<Record<string, string>> {
  const environment: Record<string, string> = {}
  const state = path.resolve(config.DATA_DIR)
  if (!config.TPAY_URL) {
    const port = await freePort(config.PORT + 1)
    await launch(
      'demo bank',
      'fakes/tpay/main.ts',
      { PORT: String(port), STATE_DIR: path.join(state, 'tpay') },
      null,
    )
    environment['TPAY_URL'] = `http://127.0.0.1:${port}`
  }
  if (!config.GC_URL) {
    const port = await freePort(config.PORT + 10)
    const stateDir = path.join(state, 'gc')
    const { publicFile } = demoKeys(stateDir)
    const settings = { PORT: String(port), STATE_DIR: stateDir, SHOP_URL: config.PUBLIC_ORIGIN }
    await launch('demo card bank', 'fakes/gc/main.ts', settings, null)
    environment['GC_URL'] = `http://127.0.0.1:${port}`
    environment['GC_CERTIFICATE'] = publicFile ?? ''
  }
  if (!config.SMTP_URL) {
    const web = await freePort(config.PORT + 2)
    const smtp = await freePort(config.PORT + 3)
    const settings = {
      PORT: String(web),
      SMTP_PORT: String(smtp),
      STATE_DIR: path.join(state, 'mailbox'),
    }
    await launch('demo mailbox', 'fakes/mailbox/main.ts', settings, null)
    environment['SMTP_URL'] = `smtp://127.0.0.1:${smtp}`
    environment['MAILBOX_URL'] = `http://localhost:${web}`
  }
  if (!config.RATES_URL) {
    const port = await freePort(config.PORT + 4)
    await launch('demo rates', 'fakes/nbg/main.ts', { PORT: String(port) }, null)
    environment['RATES_URL'] = `http://127.0.0.1:${port}`
  }
  if (!config.SMS_URL) {
    const port = await freePort(config.PORT + 5)
    await launch('demo phones', 'fakes/sms/main.ts', { PORT: String(port) }, null)
    environment['SMS_URL'] = `http://127.0.0.1:${port}`
  }
  if (!config.PAYOUT_URL) {
    const port = await freePort(config.PORT + 7)
    const settings = { PORT: String(port), STATE_DIR: path.join(state, 'payouts') }
    await launch('demo payouts', 'fakes/payouts/main.ts', settings, null)
    environment['PAYOUT_URL'] = `http://127.0.0.1:${port}`
  }
  Object.assign(environment, await startOnlineServices(config, state))
  if (!config.FB_URL) {
    const port = await freePort(config.PORT + 6)
    await launch('demo facebook', 'fakes/facebook/main.ts', { PORT: String(port) }, null)
    environment['FB_URL'] = `http://127.0.0.1:${port}`
  }
  Object.assign(environment, walletKeys(config, state))
  return environment
}

/** Keys that passes for wallets are signed with, in the test mode where no setting names real ones. */
function walletKeys(config: Config, state: string): Record<string, string> {
  if (config.MODE !== 'test') return {}
  const passTypeId = config.APPLE_PASS_TYPE_ID
  const files = demoWalletFiles(path.join(state, 'wallets'), {
    passTypeId,
    teamId: config.APPLE_PASS_TEAM_ID,
  })
  const { GOOGLE_WALLET_KEY, ...apple } = files
  return {
    ...(config.APPLE_PASS_CERTIFICATE ? {} : apple),
    ...(config.GOOGLE_WALLET_KEY || !GOOGLE_WALLET_KEY ? {} : { GOOGLE_WALLET_KEY }),
  }
}

/** Services that are paid at online, beside the bank. */
async function startOnlineServices(config: Config, state: string): Promise<Record<string, string>> {
  const environment: Record<string, string> = {}
  const services = [
    { name: 'epoint', setting: 'EPOINT_URL', offset: 8 },
    { name: 'citypay', setting: 'CITYPAY_URL', offset: 9 },
  ] as const
  for (const { name, setting, offset } of services) {
    if (config[setting]) continue
    const port = await freePort(config.PORT + offset)
    const settings = { PORT: String(port), STATE_DIR: path.join(state, name) }
    await launch(`demo ${name}`, `fakes/${name}/main.ts`, settings, null)
    environment[setting] = `http://127.0.0.1:${port}`
  }
  return environment
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if ((await freePort(config.PORT)) !== config.PORT && config.PORT !== 0) {
    throw new ConfigError(
      `Port ${config.PORT} is taken. Set PORT to another one, for example: PORT=3100 npm start`,
    )
  }
  const isFirst = !existsSync(path.resolve(config.DATA_DIR))
  if (isFirst) say('First start: preparing the database, the demo content and the pages')
  const [databaseUrl] = await Promise.all([openDatabase(config), buildWeb({ log: say })])
  const outside = await startOutsideParties(config)
  const environment = { ...outside, DATABASE_URL: databaseUrl, PORT: String(config.PORT) }
  await launch('worker', 'src/apps/worker/main.ts', environment, 'working')
  await launch('server', 'src/apps/server/main.ts', environment, 'serving')
  announce(config, outside)
}

async function openDatabase(config: Config): Promise<string> {
  let url = config.DATABASE_URL
  if (!url) {
    postgres = await startPostgres({
      dataDirectory: path.resolve(config.DATA_DIR, 'postgres'),
      log: { info: say, warn: say },
    })
    url = postgres.url
  }
  await prepareDatabase({ url, mediaDirectory: path.resolve(config.DATA_DIR, 'media'), log: say })
  return url
}

function announce(config: Config, outside: Record<string, string>): void {
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  say(`\nBileti is open (${seconds} s)\n`)
  say(`  Shop            ${config.PUBLIC_ORIGIN}   (English: ${config.PUBLIC_ORIGIN}/en)`)
  say(`  Customer        demo@bileti.example, password bileti-demo`)
  say(
    `  Operator        ${config.PUBLIC_ORIGIN}/operator   (operator@bileti.example, password bileti-operator)`,
  )
  say(
    `  Door            ${config.PUBLIC_ORIGIN}/scan   (scanner@bileti.example, password bileti-scanner)`,
  )
  say(`  API             ${config.PUBLIC_ORIGIN}/docs   (keys: demo-web, demo-partner)`)
  if (outside['MAILBOX_URL']) say(`  Letters         ${outside['MAILBOX_URL']}`)
  if (outside['SMS_URL']) say(`  Phones          ${outside['SMS_URL']}`)
  if (outside['TPAY_URL'])
    say(`  Demo bank       ${outside['TPAY_URL']}   (test cards are on its payment page)`)
  if (outside['GC_URL']) say(`  Demo card bank  ${outside['GC_URL']}   (the same test cards)`)
  if (outside['EPOINT_URL']) say(`  Demo Epoint     ${outside['EPOINT_URL']}`)
  if (outside['CITYPAY_URL']) say(`  Demo CityPay    ${outside['CITYPAY_URL']}`)
  say('\n  Ctrl+C stops everything.\n')
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))
try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`)
  await stop(error instanceof ConfigError ? 2 : 1)
}
