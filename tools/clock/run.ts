import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { clockEnvironment, findOrInstallFaketime } from './faketime.ts'
import { dateSensitiveFiles, filesWithDatabaseTimers } from './files.ts'
import { momentsAfter, type Moment } from './moments.ts'

/** What a run counted. */
export interface ClockOutcome {
  readonly passed: number
  readonly failed: number
}

export interface ClockRun {
  readonly root: string
  readonly library: string
  readonly moment: Pick<Moment, 'at'> & { readonly zone?: string | undefined }
  /** Test files and further words for Vitest; all unit files if empty. */
  readonly words: readonly string[]
}

/** Runs units and calls with a clock that shows the moment at the start. */
export async function runAt({ root, library, moment, words }: ClockRun): Promise<ClockOutcome> {
  const report = path.join(root, '.cache', 'reports', 'clock.json')
  const child = spawn(
    // Not by its file of `.bin`, so that a version of Node beside the project's is never used.
    process.execPath,
    [
      path.join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      '--reporter=./tools/failure-log.ts',
      `--outputFile.json=${report}`,
      ...filesWithDatabaseTimers.map((file) => `--exclude=${file}`),
      ...words,
    ],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        ...clockEnvironment({ library, moment: moment.at, zone: moment.zone }),
      },
    },
  )
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (status) => resolve(status ?? 1))
  })
  const counted = JSON.parse(readFileSync(report, 'utf8')) as {
    readonly numPassedTests?: number
    readonly numFailedTests?: number
    readonly numFailedTestSuites?: number
  }
  return {
    passed: counted.numPassedTests ?? 0,
    failed: Math.max(
      counted.numFailedTests ?? 0,
      counted.numFailedTestSuites ?? 0,
      code === 0 ? 0 : 1,
    ),
  }
}

const day = 86_400_000

/**
 * The stage `clocks` of `npm run test:nightly`: date-sensitive files at all moments, all files at one, another one each
 * day. Browser journeys are not part of it: Chromium does not run with a moved clock.
 */
export async function runClocks(root: string, now = new Date()): Promise<ClockOutcome> {
  const library = findOrInstallFaketime()
  const moments = momentsAfter(now)
  const wholeAt = Math.floor(now.getTime() / day) % moments.length
  const total = { passed: 0, failed: 0 }
  const failedAt: string[] = []
  for (const [index, moment] of moments.entries()) {
    const { name, at, zone } = moment
    const isWhole = index === wholeAt
    console.log(`\n${name}: ${at.toISOString()}, ${zone}${isWhole ? ', all files' : ''}`)
    const words = isWhole ? [] : dateSensitiveFiles
    const outcome = await runAt({ root, library, moment, words })
    total.passed += outcome.passed
    total.failed += outcome.failed
    if (outcome.failed > 0)
      failedAt.push(`npm run test:clock -- ${at.toISOString()} --zone ${zone} FILE  (${name})`)
  }
  for (const line of failedAt) console.log(`Repeat with ${line}`)
  return total
}
