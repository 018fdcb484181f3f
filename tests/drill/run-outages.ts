/**
 * Goal: whoever is on call is told of each outage, customers are told what they can do, and the shop recovers by itself.
 * Method: each service of a shop on loopback fails in turn, for as long as its alert takes; the rule is evaluated by
 * promtool on the figures that were read, or, where it cannot be had, the figure itself is compared.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { waitFor } from '../support/wait.ts'
import { fetchPromtool } from '../deploy/promtool.ts'
import { openDrillShop, type DrillShop } from './drill-shop.ts'
import { betweenUses, outages, type Outage } from './outages.ts'
import { readSeconds, WatchedFigures } from './watched-figures.ts'

export interface OutageLine {
  readonly name: string
  readonly alert: string
  /** Why it could not be drilled here. */
  readonly missing?: string
  readonly alertedAfterSeconds?: number
  readonly backAfterSeconds?: number
  /** What was wrong; empty when everything held. */
  readonly wrong: readonly string[]
}

type Say = (line: string) => void

export async function drillOutages(names: readonly string[], say: Say): Promise<OutageLine[]> {
  const promtool = fetchPromtool()
  if (promtool === undefined)
    say('promtool cannot be had here (package prometheus): figures are compared instead of alerts')
  const wanted = outages.filter(({ name }) => names.length === 0 || names.includes(name))
  say('Starting a shop with everything that it depends on')
  const shop = await openDrillShop()
  const lines: OutageLine[] = []
  try {
    for (const outage of wanted) {
      const missing = outage.missing?.() ?? null
      const line: OutageLine =
        missing === null
          ? await drill(outage, { shop, promtool, say })
          : { name: outage.name, alert: outage.alert, missing, wrong: [] }
      lines.push(line)
      say(JSON.stringify(line))
    }
  } finally {
    await shop.close()
  }
  return lines
}

async function drill(
  outage: Outage,
  { shop, promtool, say }: { shop: DrillShop; promtool: string | undefined; say: Say },
): Promise<OutageLine> {
  const { name, alert } = outage
  const found = new Map<string, string>()
  // The same again with other numbers is said once.
  const wrong = { add: (text: string) => void found.set(text.replaceAll(/\d+/g, ''), text) }
  const before = await shop.buy()
  if (before.step !== 'sold') wrong.add(`nothing is sold before it: ${before.reply.text}`)
  const figures = new WatchedFigures(alert)
  await read(figures, shop, [])
  say(`${name}: begins`)
  const began = performance.now()
  await outage.begin(shop)
  const alerted = new AbortController()
  const watching = watchAlert(outage, { figures, shop, promtool, began }).finally(() =>
    alerted.abort(),
  )
  while (!alerted.signal.aborted) {
    for (const each of await outage.use(shop)) wrong.add(each)
    await betweenUses()
  }
  const alertedAfterSeconds = await watching
  if (alertedAfterSeconds === null) wrong.add(`${alert} did not fire`)
  await outage.end(shop)
  const backAfterSeconds = await secondsUntilBack(outage, shop)
  if (backAfterSeconds === null) wrong.add(`not back after ${outage.backSeconds} seconds`)
  return {
    name,
    alert,
    ...(alertedAfterSeconds !== null && { alertedAfterSeconds }),
    ...(backAfterSeconds !== null && { backAfterSeconds }),
    wrong: [...found.values()],
  }
}

/** Seconds until the alert fired; null when it did not in its time. */
async function watchAlert(
  outage: Outage,
  {
    figures,
    shop,
    promtool,
    began,
  }: { figures: WatchedFigures; shop: DrillShop; promtool: string | undefined; began: number },
): Promise<number | null> {
  const passed = (): number => (performance.now() - began) / 1_000
  for (let count = 1; passed() < outage.alertSeconds; count += 1) {
    await pause(Math.max(began + count * readSeconds * 1_000 - performance.now(), 0))
    await read(figures, shop, outage.origins?.() ?? [])
    const isSeen = outage.isSeen(figures)
    // Without promtool the figure has to be seen; the rules are tested elsewhere.
    if (isSeen && (promtool === undefined || figures.fires(promtool))) return Math.round(passed())
  }
  return null
}

async function read(
  figures: WatchedFigures,
  shop: DrillShop,
  origins: readonly string[],
): Promise<void> {
  const texts = await Promise.all(
    [shop.origin, ...origins].map(async (origin) => {
      const { status, text } = await shop.send(`${origin}/metrics`)
      return [new URL(origin).host, status === 200 ? text : null] as const
    }),
  )
  figures.add(new Map(texts))
}

async function secondsUntilBack(outage: Outage, shop: DrillShop): Promise<number | null> {
  const ended = performance.now()
  try {
    await waitFor(`${outage.name} is over`, () => outage.isBack(shop), {
      seconds: outage.backSeconds,
      everyMilliseconds: 500,
    })
    return Math.round((performance.now() - ended) / 100) / 10
  } catch {
    return null
  }
}
