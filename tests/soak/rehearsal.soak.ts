/**
 * Goal: whatever is killed during an on-sale, no place is sold twice, no acknowledged sale is lost, no money is
 * kept without a sale. Method: rehearsals with SEEDS consecutive seeds (1) from SEED, each with KILLS kills and
 * cuts (20) of servers, worker, bank, database and links. RESULTS (.data/rehearsals.jsonl, where SEEDS is given) has a
 * line for each; the same command continues an interrupted series. SECONDS_MAX is the bound of a recovery (10). PORT is
 * the first of the ports (6200).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CheckSubject } from '../../tools/rehearsal/checks.ts'
import { rehearse } from '../../tools/rehearsal/rehearse.ts'
import { openSeries } from '../../tools/rehearsal/series.ts'
import { prepareTemplate } from '../../tools/rehearsal/environment.ts'

const { env } = process
const port = Number(env['PORT'] ?? 6_200)
const secondsMax = Number(env['SECONDS_MAX'] ?? 10)
/** The pause after a fault, or after its recovery if that is later. */
const secondsEach = 2
/** With a hundred seeds one in ten thousand occurs by chance; real favouritism is far less likely. */
const probabilityLeast = 0.0001

const series = openSeries(
  env['RESULTS'] ?? (env['SEEDS'] ? '.data' : '.cache') + '/rehearsals.jsonl',
  {
    ...(env['SEED'] && { first: Number(env['SEED']) }),
    seeds: Number(env['SEEDS'] ?? 1),
    kills: Number(env['KILLS'] ?? 20),
  },
)
let template: string

beforeAll(async () => {
  template = await mkdtemp(path.join(tmpdir(), 'bileti-rehearsal-template-'))
  await prepareTemplate(template)
}, 300_000)
afterAll(async () => {
  console.info(series.summary())
  await rm(template, { recursive: true, force: true })
})

test.each(series.left)(
  `an on-sale with ${series.kills} failures, seed %d`,
  async (seed) => {
    const began = performance.now()
    const { record, checks, fairness } = await rehearse(
      {
        eventId: 145,
        shoppers: 100,
        seed,
        processes: 2,
        kills: series.kills,
        ratePerMinute: 300,
        insideMax: 100,
        leadSeconds: 5,
        saleSeconds: 20 + series.kills * secondsEach,
        port,
        databaseUrl: null,
        template,
        out: null,
        json: false,
      },
      { say: () => {}, onSecond: () => {} },
    )
    const slowest = Math.max(0, ...record.failures.map(({ backAfter }) => backAfter))
    const broken = [
      ...checks.flatMap((check) => check.broken),
      ...(fairness.overtaken > 0 ? [`${fairness.overtaken} people were overtaken`] : []),
      ...(fairness.probability > probabilityLeast ? [] : [`favoured, p = ${fairness.probability}`]),
      ...(record.total('bought') > 0 ? [] : ['nothing was bought']),
      ...(record.failures.length === series.kills ? [] : [`${record.failures.length} failures`]),
      ...(slowest <= secondsMax ? [] : [`back after ${slowest.toFixed(1)} s`]),
    ]
    const count = (subject: CheckSubject): number =>
      checks
        .filter((check) => check.subject === subject)
        .reduce((sum, check) => sum + check.broken.length, 0)
    const result = {
      seed,
      failures: record.failures.length,
      slowest,
      bought: record.total('bought'),
      soldTwice: count('soldTwice'),
      salesLost: count('salesLost'),
      keptWithout: count('keptWithout'),
      books: count('books'),
      seconds: (performance.now() - began) / 1_000,
      broken,
    }
    series.add(result)
    console.info(JSON.stringify(result))
    expect(broken).toEqual([])
  },
  1_200_000,
)
