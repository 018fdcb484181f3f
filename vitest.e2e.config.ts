import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.test.ts'],
    // One shop serves every journey; each brings visitors of its own.
    globalSetup: ['./tests/e2e/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // A busy machine may lose one run; the report names what needed a second.
    retry: 1,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
