import { defineConfig } from 'vitest/config'

/**
 * Long runs, never part of `npm test`: `npm run soak`. Their sizes fit the nightly run, twenty minutes for all of them
 * on two idle cores; the environment variables named in each file make them longer.
 */
export default defineConfig({
  test: {
    include: ['tests/soak/**/*.soak.ts'],
    globalSetup: ['./tests/support/global-setup.ts'],
    setupFiles: ['./tests/support/fast-check-seed.ts'],
    // Their seeds are fresh ones.
    env: { TEST_TIER: 'nightly' },
    // A failure is kept on disk at once; `tools/test.ts` names its own reporters.
    reporters: ['default', './tools/failure-log.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    hookTimeout: 60_000,
  },
})
