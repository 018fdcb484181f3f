import { defineConfig } from 'vitest/config'
import { LongFilesFirst } from './tools/long-files-first.ts'
import { testWorkers } from './tools/test-workers.ts'
import { journeyFiles } from './tools/test-tiers.ts'

export default defineConfig({
  test: {
    include: journeyFiles,
    // One shop serves every journey; each brings visitors of its own.
    globalSetup: ['./tests/e2e/support/global-setup.ts'],
    // A failure is kept on disk at once; `tools/test.ts` names its own reporters.
    reporters: ['default', './tools/failure-log.ts'],
    pool: 'forks',
    // Files share their process, and with it the browser.
    isolate: false,
    maxWorkers: testWorkers(),
    sequence: { sequencer: LongFilesFirst },
    // What is waited for comes when it comes: on a busy machine one second, the default, is not always enough.
    expect: { poll: { timeout: process.env['JOURNEY_SLOWDOWN'] ? 90_000 : 15_000 } },
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
