/**
 * Which files a run of the tests has. `*.test.ts` run in both tiers, `*.nightly.ts` in `npm run test:nightly` only
 * (docs/testing.md).
 */
const isNightly = process.env['TEST_TIER'] === 'nightly'
const endings = isNightly ? ['test', 'nightly'] : ['test']

export const unitFiles: string[] = endings.flatMap((ending) => [
  `tools/**/*.${ending}.ts`,
  `src/**/tests/**/*.${ending}.ts`,
  `tests/**/*.${ending}.ts`,
  `fakes/**/*.${ending}.ts`,
])

export const journeyFiles: string[] = endings.map((ending) => `tests/e2e/**/*.${ending}.ts`)
