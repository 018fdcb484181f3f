import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findOrInstallBrowser } from './browser.ts'
import { buildWeb } from './build-web.ts'
import { isSmallMachine } from './test-workers.ts'
import { runClocks } from './clock/run.ts'
import { slowestFiles, type TimedFile } from './slowest-files.ts'

/**
 * Runs all checks: types, lint, format, boundaries, unused code, unit and HTTP tests on a real PostgreSQL, and
 * journeys in a real browser. Stops at the first failing stage, unless `--all` is given. Words name the stages to run.
 *
 * `--nightly` (`npm run test:nightly`) runs what is too long for a contributor to wait for: whole matrices, fresh
 * seeds, tests of tools, soak runs. docs/testing.md lists what runs where. It runs all stages, whatever fails.
 */
const isNightly = process.argv.includes('--nightly')
if (isNightly) process.env['TEST_TIER'] = 'nightly'
const runsAll = isNightly || process.argv.includes('--all')
const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name: string): string => path.join(root, 'node_modules', '.bin', name)
const reports = path.join(root, '.cache', 'reports')
try {
  mkdirSync(reports, { recursive: true })
} catch (error) {
  console.error(`The tests write to ${reports}, which cannot be made: ${(error as Error).message}`)
  process.exit(1)
}

interface Outcome {
  passed: number
  failed: number
  /** What was written, unless it has been shown meanwhile. */
  output?: string
  /** The slowest test files of the stage. */
  slowest?: readonly TimedFile[]
}

interface Stage {
  readonly name: string
  readonly run: () => Promise<Outcome>
  /** Runs at the same time as the checks next to it, most of which use one processor. */
  readonly isTogether?: boolean
}

function command(
  executable: string,
  parameters: readonly string[],
  environment: Record<string, string> = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(executable, parameters, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...environment },
    })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

/** Runs a program that is passed if it ends with 0. */
function check(executable: string, ...parameters: string[]): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(executable, parameters, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.on('error', reject)
    child.on('close', (code) =>
      resolve(code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output }),
    )
  })
}

/** Runs Vitest and counts from its JSON report, so that the summary shows what was really run. */
async function vitest(config: string, environment: Record<string, string> = {}): Promise<Outcome> {
  const report = path.join(reports, `${path.basename(config, '.ts')}.json`)
  const code = await command(
    bin('vitest'),
    [
      'run',
      '--config',
      config,
      '--reporter=default',
      '--reporter=json',
      '--reporter=./tools/failure-log.ts',
      `--outputFile.json=${report}`,
    ],
    environment,
  )
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  ) as VitestReport
  const failed = Math.max(numFailedTests ?? 0, numFailedTestSuites ?? 0, code === 0 ? 0 : 1)
  return {
    passed: numPassedTests ?? 0,
    failed,
    slowest: slowestFiles(testResults ?? [], { root, most: slowestShown }),
  }
}

/** The part of Vitest's JSON report that is used. */
interface VitestReport {
  readonly numPassedTests?: number
  readonly numFailedTests?: number
  readonly numFailedTestSuites?: number
  readonly testResults?: Parameters<typeof slowestFiles>[0]
}

/** Number of slowest test files in the summary. */
const slowestShown = 8

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))

function isWanted(stage: string): boolean {
  return wanted.length === 0 || wanted.some((word) => stage.includes(word))
}

const node = process.execPath
const stages: readonly Stage[] = [
  { name: 'routes and their types', run: () => check(bin('react-router'), 'typegen') },
  { name: 'types', isTogether: true, run: () => check(bin('tsc'), '-p', '.') },
  {
    name: 'lint',
    isTogether: true,
    run: () =>
      check(bin('oxlint'), '--deny-warnings', 'src', 'tools', 'fakes', 'db', 'tests', 'bench'),
  },
  {
    name: 'format',
    isTogether: true,
    run: () => check(bin('oxfmt'), '--check', 'src', 'tools', 'fakes', 'db', 'tests', 'bench'),
  },
  {
    name: 'boundaries',
    isTogether: true,
    run: () => check(node, 'tools/boundaries/check.ts'),
  },
  { name: 'unused code', isTogether: true, run: () => check(bin('knip')) },
  {
    // While the checks leave a processor free; the journeys find it done.
    name: 'pages for browser journeys',
    isTogether: true,
    run: () =>
      buildWeb({ log: () => undefined }).then(
        () => ({ passed: 0, failed: 0 }),
        (error: unknown) => ({ passed: 0, failed: 1, output: String(error) }),
      ),
  },
  {
    name: 'units and calls',
    run: () =>
      vitest('vitest.config.ts', isWanted('browser journeys') ? { LEAVE_RETIRED: '1' } : {}),
  },
  {
    name: 'browser journeys',
    run: async () => {
      await buildWeb({ log: (line) => console.log(line) })
      return vitest('vitest.e2e.config.ts', {
        CHROMIUM_PATH: await findOrInstallBrowser({ isWindowless: true }),
      })
    },
  },
  ...(isNightly
    ? [
        { name: 'clocks', run: clocks },
        { name: 'soak', run: () => vitest('vitest.soak.config.ts') },
      ]
    : []),
]

const isSmall = isSmallMachine()
if (isSmall) {
  const megabytes = Math.floor(process.availableMemory() / 2 ** 20)
  console.log(`${megabytes} MB of memory are free: one check and one test file at a time.`)
}
if (isWanted('browser journeys')) await reportMissingBrowser()

/** Units and calls at other days and hours; a machine that cannot move its clock has not passed them. */
async function clocks(): Promise<Outcome> {
  try {
    return await runClocks(root)
  } catch (error) {
    return { passed: 0, failed: 1, output: `  Not run: ${(error as Error).message}\n` }
  }
}

const total = { passed: 0, failed: 0 }
const timed: TimedFile[] = []
const began = performance.now()
for (const group of groupsOf(stages.filter(({ name }) => isWanted(name)))) {
  const outcomes = await Promise.all(group.map(timedRun))
  for (const { name, outcome, seconds } of outcomes) {
    if (group.length > 1) console.log(`\n— ${name}`)
    process.stdout.write(outcome.output ?? '')
    total.passed += outcome.passed
    total.failed += outcome.failed
    timed.push(...(outcome.slowest ?? []))
    console.log(`  ${name}: ${outcome.failed === 0 ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s)`)
  }
  if (total.failed > 0 && !runsAll) break
}
if (timed.length > 0) {
  console.log('\nSlowest test files:')
  for (const { file, seconds } of timed
    .toSorted((left, right) => right.seconds - left.seconds)
    .slice(0, slowestShown))
    console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${file}`)
}
console.log(`\n${((performance.now() - began) / 1000).toFixed(0)} s`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

/** At once, because journeys come last. */
async function reportMissingBrowser(): Promise<void> {
  await findOrInstallBrowser({ isWindowless: true }).catch((error: Error) =>
    console.log(`Browser journeys will fail: ${error.message}`),
  )
}

/** Stages in their order; those that run together are one group. */
function groupsOf(wantedStages: readonly Stage[]): Stage[][] {
  const groups: Stage[][] = []
  for (const stage of wantedStages) {
    const last = groups.at(-1)
    if (!isSmall && stage.isTogether && last?.[0]?.isTogether) last.push(stage)
    else groups.push([stage])
  }
  return groups
}

/** A stage that could not even run, such as journeys without a browser. */
function failedWith(error: unknown): Outcome {
  return { passed: 0, failed: 1, output: `${(error as Error).message}\n` }
}

async function timedRun({ name, run }: Stage, _: number, group: readonly Stage[]) {
  const start = performance.now()
  if (group.length === 1) console.log(`\n— ${name}`)
  const outcome = await run().catch(failedWith)
  return { name, outcome, seconds: (performance.now() - start) / 1000 }
}
