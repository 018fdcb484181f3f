import { expect, test } from 'vitest'
import { reactionTo, strongest } from './changes.ts'

test('pages are left to Vite, server code restarts, migrations and seeds go into the database first', () => {
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
        'src/modules/orders/messages/ka.ts',
        'src/platform/config.ts',
        'db/migrations/0001-platform.sql',
        'README.md',
      ].map((file) => [file, reactionTo(file)]),
    ),
  ).toEqual({
    'src/modules/orders/web/pages/order.tsx': 'none',
    'src/modules/orders/web/order-clock.ts': 'none',
    'src/design/tokens.css': 'none',
    'src/apps/web/routes.ts': 'none',
    'src/modules/orders/server/tests/rules.test.ts': 'none',
    'src/modules/orders/server/rules.ts': 'restart',
    'src/modules/orders/contract.ts': 'restart',
    'src/modules/orders/messages/ka.ts': 'restart',
    'src/platform/config.ts': 'restart',
    'db/migrations/0001-platform.sql': 'migrate',
    'README.md': 'none',
  })
  expect(strongest(['none', 'restart'])).toBe('restart')
  expect(strongest(['restart', 'migrate', 'none'])).toBe('migrate')
  expect(strongest([])).toBe('none')
})
