/**
 * Goal: a finder of a vulnerability is told whom to write to, in the form of RFC 9116, and password managers find the page
 * that changes a password. Method: one server at different moments.
 */
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { registerWellKnown } from '../well-known.ts'

const origin = 'https://shop.test'
let app = Fastify()
afterEach(() => app.close())

async function read(path: string, now: Date, contacts = ['mailto:security@shop.test']) {
  app = Fastify()
  registerWellKnown(app, { origin, contacts, clock: { now: () => new Date(now) } })
  return app.inject({ url: path })
}

test.each(['2030-01-31T23:59:59Z', '2031-12-31T20:30:00Z', '2032-02-29T12:00:00Z'])(
  'security.txt has its fields once and expires within a year, at %s',
  async (moment) => {
    const now = new Date(moment)
    const contacts = ['mailto:security@shop.test', 'https://shop.test/report']
    const answer = await read('/.well-known/security.txt', now, contacts)
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    const fields = answer.body.trimEnd().split('\n')
    expect(fields.map((line) => line.split(': ', 2))).toEqual([
      ['Contact', contacts[0]],
      ['Contact', contacts[1]],
      ['Expires', expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/)],
      ['Preferred-Languages', 'en, ka'],
      ['Canonical', `${origin}/.well-known/security.txt`],
    ])
    const expires = Date.parse(fields[2]?.slice('Expires: '.length) ?? '')
    const days = (expires - now.getTime()) / 86_400_000
    expect(days).toBeGreaterThan(170)
    expect(days).toBeLessThan(365)
  },
)

test('the address for changing a password leads to the account', async () => {
  const answer = await read('/.well-known/change-password', new Date(0))
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/account/security'])
})

test('the contact is a setting: addresses of mail, phone or pages, and nothing else', () => {
  const contactsOf = (value: string) => readConfig({ SECURITY_CONTACT: value }).SECURITY_CONTACT
  expect(contactsOf('mailto:a@shop.test, https://shop.test/report')).toEqual([
    'mailto:a@shop.test',
    'https://shop.test/report',
  ])
  expect(readConfig({}).SECURITY_CONTACT).toHaveLength(1)
  for (const wrong of ['a@shop.test', 'http://shop.test', 'mailto:a@shop.test\nExpires: x', ','])
    expect(() => contactsOf(wrong), wrong).toThrow(/SECURITY_CONTACT/)
})
