import { defineConfig } from 'vitest/config'

/** Long runs, never part of `npm test`: `npm run soak`. */
export default defineConfig({
  test: {
    include: ['tests/soak/**/*.soak.ts'],
    globalSetup: ['./tests/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    hookTimeout: 60_000,
  },
})
