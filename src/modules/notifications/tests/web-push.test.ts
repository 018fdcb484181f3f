/**
 * Goal: browsers can read what we send, and we call no address that is not a push service. Method: the example of RFC
 * 8291 byte by byte; addresses of known services and of impostors.
 */
import { describe, expect, test } from 'vitest'
import { endpointCheck } from '../server/endpoints.ts'
import { outcomeOfStatus, secondsOf } from '../server/outcome.ts'
import { encrypt } from '../server/web-push.ts'

test('the example of RFC 8291, appendix A', () => {
  const body = encrypt(
    Buffer.from('When I grow up, I want to be a watermelon'),
    {
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    {
      privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
      salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    },
  )
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

describe('endpoints', () => {
  const isAllowed = endpointCheck(['http://127.0.0.1:4600'])
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://db5p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
    'http://127.0.0.1:4600/push/abc',
  ])('%s is one', (endpoint) => expect(isAllowed(endpoint)).toBe(true))
  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://user@fcm.googleapis.com/x',
    'https://notify.windows.com.evil.example/x',
    'https://evilnotify.windows.com.example/x',
    'http://127.0.0.1:4601/push/abc',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]:4600/push/abc',
    'file:///etc/passwd',
    'no address',
  ])('%s is none', (endpoint) => expect(isAllowed(endpoint)).toBe(false))
})

test('what a service answers says what to do', () => {
  expect(outcomeOfStatus(201, null)).toEqual({ kind: 'sent' })
  expect(outcomeOfStatus(404, null)).toEqual({ kind: 'gone' })
  expect(outcomeOfStatus(410, null)).toEqual({ kind: 'gone' })
  expect(outcomeOfStatus(429, '7')).toEqual({ kind: 'later', seconds: 7 })
  expect(outcomeOfStatus(503, null)).toEqual({ kind: 'later', seconds: 60 })
  expect(outcomeOfStatus(302, null).kind).toBe('refused')
  expect(outcomeOfStatus(413, null).kind).toBe('refused')
  expect(secondsOf('999999999')).toBe(3_600)
  expect(secondsOf(new Date(Date.now() - 5_000).toUTCString())).toBe(1)
  expect(secondsOf('soon')).toBe(60)
})
