import { defineConfig } from 'vitest/config'
import { LongFilesFirst } from './tools/long-files-first.ts'
import { isSmallMachine, testWorkers } from './tools/test-workers.ts'
import { unitFiles } from './tools/test-tiers.ts'

export default defineConfig({
  test: {
    include: unitFiles,
    exclude: ['tests/e2e/**', '**/node_modules/**', 'build/**'],
    // One PostgreSQL serves every worker; each test file clones a database of its own.
    globalSetup: ['./tests/support/global-setup.ts'],
    setupFiles: ['./tests/support/fast-check-seed.ts'],
    // A failure is kept on disk at once; `tools/test.ts` names its own reporters.
    reporters: ['default', './tools/failure-log.ts'],
    pool: 'forks',
    // Files share what their process has loaded: loading the shop anew for each was a tenth of the run. With little
    // memory each has a process of its own, which gives back what it took.
    isolate: isSmallMachine(),
    maxWorkers: testWorkers(),
    sequence: { sequencer: LongFilesFirst },
    // What is waited for comes when it comes: on a busy machine one second, the default, is not always enough.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
