/**
 * Goal: an address with irrelevant parameters is cached as one page, and an address with a credential is not
 * cached. Method: addresses of two pages are read.
 */
import { expect, test } from 'vitest'
import { splitLocale } from '#kernel/locale.ts'
import { PublicAddresses } from '../page-address.ts'
import { isPrivatePage, plainPath } from '../security-headers.ts'

const render = async (): Promise<null> => null
const addresses = new PublicAddresses({
  find: (path) => {
    if (path === '/account' || path.startsWith('/account/')) return null
    return { locale: 'ka', query: path.startsWith('/calendar') ? ['month', 'date'] : [], render }
  },
})

test('ignores irrelevant parameters, their order and trailing slashes', () => {
  for (const url of [
    '/calendar?month=2026-12&date=2026-12-06',
    '/calendar?date=2026-12-06&month=2026-12',
    '/calendar/?utm_source=x&month=2026-12&fbclid=1&date=2026-12-06',
    '/calendar?month=2026-12&month=2027-01&date=2026-12-06&theme=dark',
    '/calendar?%6Donth=2026-12&date=2026-12-06&&=&%zz',
  ])
    expect(addresses.read(url)).toMatchObject({
      target: '/calendar?month=2026-12&date=2026-12-06',
      isReservedForCode: true,
    })
  for (const url of ['/', '/?', '/?utm_medium=mail', '/?month=2026-12', '/?text='])
    expect(addresses.read(url)).toMatchObject({ target: '/', isReservedForCode: true })
})

test('does not cache addresses with credentials', () => {
  for (const name of ['previewKey', 'accessCode', 'waitingRoomToken']) {
    expect(addresses.read(`/events/1?${name}=secret&utm_source=x`)).toMatchObject({
      target: `/events/1?${name}=secret`,
      isReservedForCode: false,
    })
    expect(addresses.read(`/events/1?${name}=`)).toMatchObject({ isReservedForCode: false })
    expect(addresses.read(`/events/1?${encodeURI(name).replace('e', '%65')}=secret`)).toMatchObject(
      {
        isReservedForCode: false,
      },
    )
  }
})

test('treats calls, files and personal pages as not public, and answers addresses of any length', () => {
  for (const url of [
    '/v2/visitor',
    '/v2',
    '/assets/a.js',
    '/media/x.webp',
    '/account/orders',
    '/account.data',
    '/calendar.data?month=2026-12',
  ])
    expect(addresses.read(url)).toBeNull()
  expect(addresses.read(`/calendar?month=${'1'.repeat(600)}`)).toMatchObject({
    isReservedForCode: false,
  })
})

test('an address that the router would open elsewhere is never a public page', () => {
  for (const url of [
    '/events/../account/orders',
    '/events/%2e%2e/account/orders',
    '/events/.%2E/tickets/key/token',
    '/./tickets/key/token',
    '/calendar/x/../../tickets/key/token?month=2026-12',
    '/events\\..\\tickets\\key\\token',
    'http://elsewhere/calendar',
  ])
    expect([url, addresses.read(url)]).toEqual([url, null])
})

test.each([
  ['/tickets/key/token', true],
  ['/Tickets/key/token', true],
  ['/EN/TICKETS/key/token', true],
  ['/en/%74ickets/key/token', true],
  ['/events/../tickets/key/token', true],
  ['/events/%2e%2e/tickets/key/token?x=/events', true],
  ['/events\\..\\tickets\\key', true],
  ['//tickets/key/token', true],
  ['/en//checkout/key', true],
  ['/account.data', true],
  ['/en/account/orders.data?_routes=x', true],
  ['/operator', true],
  ['/auth/login/', true],
  ['/invite/token', true],
  ['/letters/key', true],
  ['/follows/emails/key', true],
  ['/movies/checkout/key', true],
  ['/tickets%ZZ', false],
  ['/events/tickets', false],
  ['/movies/checkouts', false],
  ['/accounting', false],
  ['/', false],
] as const)('%s is private: %s', (url, isPrivate) => {
  expect(isPrivatePage(splitLocale(plainPath(url)).path)).toBe(isPrivate)
})
