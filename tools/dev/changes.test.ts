import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { reactionTo, strongest } from './changes.ts'
import { textsReadBy } from './read-texts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const texts = { pages: textsReadBy(root, 'pages'), programs: textsReadBy(root, 'programs') }

test('leaves pages to Vite, restarts for server code, and applies migrations and seeds first', () => {
  expect(
    Object.fromEntries(
      [
        'src/modules/orders/web/pages/order.tsx',
        'src/modules/orders/web/order-clock.ts',
        'src/design/tokens.css',
        'src/apps/web/routes.ts',
        'src/modules/orders/server/tests/rules.test.ts',
        'src/modules/orders/server/rules.ts',
        'src/modules/orders/contract.ts',
        'src/apps/web/messages/en.json',
        'src/modules/flights/messages/ka.json',
        'src/modules/events/messages/en.json',
        'src/modules/designer/messages/emails-en.json',
        'src/platform/config.ts',
        'db/migrations/0001-platform.sql',
        'README.md',
      ].map((file) => [file, reactionTo(file, texts)]),
    ),
  ).toEqual({
    'src/modules/orders/web/pages/order.tsx': 'none',
    'src/modules/orders/web/order-clock.ts': 'none',
    'src/design/tokens.css': 'none',
    'src/apps/web/routes.ts': 'none',
    'src/modules/orders/server/tests/rules.test.ts': 'none',
    'src/modules/orders/server/rules.ts': 'restart',
    'src/modules/orders/contract.ts': 'restart',
    'src/apps/web/messages/en.json': 'none',
    'src/modules/flights/messages/ka.json': 'none',
    'src/modules/events/messages/en.json': 'restart-worker',
    'src/modules/designer/messages/emails-en.json': 'restart',
    'src/platform/config.ts': 'restart',
    'db/migrations/0001-platform.sql': 'migrate',
    'README.md': 'none',
  })
  expect(strongest(['none', 'restart-worker'])).toBe('restart-worker')
  expect(strongest(['restart-worker', 'restart'])).toBe('restart')
  expect(strongest(['restart', 'migrate', 'none'])).toBe('migrate')
  expect(strongest([])).toBe('none')
})
