/** What is broken in a drill, what customers still get meanwhile, and what has to work again afterwards. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#platform/ports.ts'
import { clockEnvironment, findOrInstallFaketime } from '../../tools/clock/faketime.ts'
import { watch } from '../hostile/processes.ts'
import type { Attempt, DrillShop } from './drill-shop.ts'
import type { WatchedFigures } from './watched-figures.ts'

export interface Outage {
  readonly name: string
  /** The alert that has to fire. */
  readonly alert: string
  /** What the figure has to be; the alert adds for how long. */
  readonly isSeen: (figures: WatchedFigures) => boolean
  /** Seconds until it has to be back after the end. */
  readonly backSeconds: number
  /** Seconds that the alert may take. */
  readonly alertSeconds: number
  /** Addresses of further servers whose figures are read. */
  readonly origins?: () => readonly string[]
  /** Why it cannot be had here; null when it can. */
  readonly missing?: () => string | null
  begin(shop: DrillShop): Promise<void>
  /** What customers do every few seconds; returns what is wrong for them. */
  use(shop: DrillShop): Promise<readonly string[]>
  end(shop: DrillShop): Promise<void>
  /** Whether everything works again. */
  isBack(shop: DrillShop): Promise<boolean>
}

const describe = ({ step, reply }: Attempt): string =>
  `${step} answered ${reply.status} after ${reply.seconds} s: ${reply.text.slice(0, 200)}`

async function mustSell(shop: DrillShop): Promise<readonly string[]> {
  const attempt = await shop.buy()
  return attempt.step === 'sold' ? [] : [`no order is sold: ${describe(attempt)}`]
}

const isSold = async (shop: DrillShop): Promise<boolean> => (await shop.buy()).step === 'sold'

/** The mail server is refused or hangs; orders are sold meanwhile, and their letters leave afterwards. */
function mailOutage(name: string, fail: (shop: DrillShop) => void): Outage {
  const sold: string[] = []
  return {
    name,
    alert: 'ConfirmationsWait',
    isSeen: (figures) => figures.value('jobs_oldest_seconds', 'kind="ticket-letter"') > 60,
    alertSeconds: 420,
    backSeconds: 60,
    begin: async (shop) => fail(shop),
    async use(shop) {
      if (sold.length >= 3) return []
      const attempt = await shop.buy()
      if (attempt.step !== 'sold') return [`no order is sold: ${describe(attempt)}`]
      sold.push(attempt.email)
      return []
    },
    end: async ({ links }) => links.mail.mend(),
    isBack: async ({ mailbox }) => sold.every((to) => mailbox.list({ to }).length > 0),
  }
}

function smsOutage(): Outage {
  const asked: string[] = []
  return {
    name: 'sms',
    alert: 'AccountMessagesWait',
    isSeen: (figures) => figures.value('jobs_oldest_seconds', 'kind="code-message"') > 180,
    alertSeconds: 600,
    backSeconds: 60,
    begin: async ({ links }) => links.sms.refuse(),
    async use(shop) {
      if (asked.length < 2) asked.push(await shop.askForCode())
      return asked.length < 2 ? [] : mustSell(shop)
    },
    end: async ({ links }) => links.sms.mend(),
    isBack: async ({ phones }) => asked.every((to) => phones.list(to.slice(1)).length > 0),
  }
}

const bankSecondsMax = 30

/** The bank fails; buyers are told soon, keep their places, and "Try again" works as soon as the bank does. */
function bankOutage(name: string, fail: (shop: DrillShop) => void): Outage {
  let waiting: Attempt | null = null
  return {
    name,
    alert: 'PaymentsFail',
    isSeen: (figures) =>
      figures.value('payments_total', 'provider="tpay",outcome="refused"') +
        figures.value('payments_total', 'provider="tpay",outcome="unanswered"') >=
      3,
    alertSeconds: 900,
    backSeconds: 60,
    begin: async (shop) => fail(shop),
    async use(shop) {
      const attempt = await shop.buy()
      if (attempt.step !== 'create-payment')
        return [`not refused at the bank: ${describe(attempt)}`]
      waiting = attempt
      const { status, text, seconds } = attempt.reply
      const isTold = status === 502 && text.includes('PaymentProviderFailed')
      const isSoon = seconds < bankSecondsMax
      return isTold && isSoon ? [] : [`the buyer is not told: ${describe(attempt)}`]
    },
    end: async ({ links }) => links.bank.mend(),
    // The same order, by the buyer who was refused.
    isBack: async (shop) => waiting !== null && (await shop.pay(waiting)).step === 'sold',
  }
}

const logLinesMax = 12
/** It takes milliseconds; whoever waited for the database would need more than this, also on a busy machine. */
const metricsSecondsMax = 1.4
const lineShown = 400

/** The database is refused or hangs: calls are answered soon, `/metrics` at once, and the log stays short. */
function databaseOutage(name: string, fail: (shop: DrillShop) => void): Outage {
  let saidBefore = 0
  const warnings = (shop: DrillShop): string[] =>
    (shop.server.said() + shop.worker.said())
      .split('\n')
      .filter((line) => /"level":[45]0/.test(line))
  return {
    name,
    alert: 'DatabaseIsAway',
    isSeen: (figures) => figures.value('database_up') === 0,
    alertSeconds: 180,
    backSeconds: 60,
    async begin(shop) {
      saidBefore = warnings(shop).length
      fail(shop)
    },
    async use(shop) {
      const wrong: string[] = []
      const metrics = await shop.send('/metrics')
      if (metrics.status !== 200 || metrics.seconds > metricsSecondsMax)
        wrong.push(`/metrics answered ${metrics.status} after ${metrics.seconds} s`)
      const [ready, call, health] = await Promise.all([
        shop.send('/readyz'),
        shop.send('/v2/Booking/choose-seat', { eventId: 1, places: [] }),
        shop.send('/healthz'),
      ])
      if (ready.status !== 503) wrong.push(`/readyz answered ${ready.status}`)
      if (health.status !== 200) wrong.push(`/healthz answered ${health.status}`)
      if (call.status < 400 || call.status === 500) wrong.push(`a call answered ${call.status}`)
      const lines = warnings(shop)
      if (lines.length - saidBefore > logLinesMax)
        wrong.push(`the log repeats itself: ${lines.at(-1)?.slice(0, lineShown)}`)
      return wrong
    },
    end: async ({ links }) => links.database.mend(),
    async isBack(shop) {
      const isSaid = [shop.server, shop.worker].every((each) =>
        each.said().includes('the database is back'),
      )
      return isSaid && (await isSold(shop))
    },
  }
}

/** The disk of the data directory is full. */
function diskOutage(): Outage {
  const placeOf = ({ environment }: DrillShop): string => environment.DATA_DIR
  let file = ''
  return {
    name: 'disk',
    alert: 'DiskIsFull',
    isSeen: (figures) => figures.value('disk_free_ratio', 'place="data"') < 0.03 || isLow(figures),
    alertSeconds: 240,
    backSeconds: 60,
    missing: () =>
      process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0
        ? null
        : 'a small disk can only be mounted by root',
    async begin(shop) {
      const folder = placeOf(shop)
      mkdirSync(folder, { recursive: true })
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder])
      if (mounted.status !== 0) throw new Error(`mount: ${mounted.stderr}`)
      file = path.join(folder, 'full')
      try {
        writeFileSync(file, Buffer.alloc(8 * 1_048_576))
      } catch {
        // It ends when the disk is full.
      }
    },
    use: mustSell,
    async end(shop) {
      rmSync(file)
      spawnSync('umount', [placeOf(shop)])
    },
    isBack: isSold,
  }
}

const isLow = (figures: WatchedFigures): boolean =>
  figures.value('disk_free_ratio', 'place="data"') <= 0.03

/** A second server on a machine whose clock is a minute behind. */
function clockOutage(): Outage {
  let origin = ''
  let stop = async (): Promise<void> => {}
  return {
    name: 'clock',
    alert: 'ClockIsWrong',
    isSeen: (figures) => figures.value('clock_difference_seconds') > 1,
    alertSeconds: 240,
    backSeconds: 30,
    origins: () => [origin],
    missing() {
      try {
        findOrInstallFaketime()
        return null
      } catch (error) {
        return (error as Error).message
      }
    },
    async begin(shop) {
      origin = `http://127.0.0.1:${await freePort()}`
      const moment = new Date(Date.now() + 90_000)
      const moved = clockEnvironment({ library: findOrInstallFaketime(), moment })
      const process = await shop.add(
        watch({
          file: 'src/apps/server/main.ts',
          environment: {
            ...shop.environment,
            ...moved,
            PORT: new URL(origin).port,
            PUBLIC_ORIGIN: origin,
          },
          isReady: async () => (await fetch(`${origin}/healthz`)).ok,
        }),
      )
      stop = () => process.stop()
    },
    async use(shop) {
      const ready = await shop.send(`${origin}/readyz`)
      const isSaid = ready.status === 503 && ready.text.includes('clock of this machine')
      const right = await shop.send('/readyz')
      return [
        ...(isSaid ? [] : [`a server with a wrong clock says ${ready.status} ${ready.text}`]),
        ...(right.status === 200 ? [] : [`the right one says ${right.status}`]),
        ...(await mustSell(shop)),
      ]
    },
    end: () => stop(),
    isBack: isSold,
  }
}

/** The store of pictures is away: pages are served, pictures are not. */
function pictureOutage(): Outage {
  return {
    name: 'pictures',
    alert: 'ErrorBudgetBurnsFast',
    isSeen: (figures) => figures.value('http_request_duration_seconds_count', 'status="503"') > 3,
    alertSeconds: 300,
    backSeconds: 30,
    begin: async ({ links }) => links.bucket.refuse(),
    async use(shop) {
      // Pictures that were read before are kept, so another name is asked for.
      const asked = await Promise.all(
        Array.from({ length: 3 }, (_, index) =>
          shop.send(shop.picture.replace('picture', `picture-${Date.now()}-${index}`)),
        ),
      )
      const wrong = asked.filter(({ status }) => status !== 503)
      return [
        ...wrong.map(({ status }) => `a picture answered ${status}`),
        ...(await mustSell(shop)),
      ]
    },
    end: async ({ links }) => links.bucket.mend(),
    isBack: async (shop) => (await shop.send(shop.picture)).status === 200,
  }
}

export const outages: readonly Outage[] = [
  databaseOutage('database', ({ links }) => links.database.refuse()),
  databaseOutage('database-frozen', ({ links }) => links.database.hang()),
  clockOutage(),
  diskOutage(),
  pictureOutage(),
  mailOutage('mail', ({ links }) => links.mail.refuse()),
  mailOutage('mail-hanging', ({ links }) => links.mail.hang()),
  smsOutage(),
  bankOutage('bank', ({ links }) => links.bank.refuse()),
  bankOutage('bank-hanging', ({ links }) => links.bank.hang()),
]

/** A moment between two things that customers do. */
export const betweenUses = (): Promise<void> => pause(1_000)
