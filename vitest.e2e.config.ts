import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.test.ts'],
    // One shop serves every journey; each brings visitors of its own.
    globalSetup: ['./tests/e2e/support/global-setup.ts'],
    pool: 'forks',
    // Files share their process, and with it the browser.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
