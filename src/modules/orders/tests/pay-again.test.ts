/** Goal: a payment is begun again the way it was begun, and a closed bank's page is never reopened. Method: its choice. */
import { expect, test } from 'vitest'
import { paymentProvider } from '#contract/enumerations.ts'
import { choiceAgain } from '../web/parts/pay-again.tsx'

const { tpay, gc, citypay } = paymentProvider

test('the same page while it is open, and the shop’s choice among banks when it is closed', () => {
  const open = { provider: tpay, redirectUrl: 'https://bank.example/pay/1' }
  expect(choiceAgain(open)).toEqual({ kind: 'way', provider: tpay })
  expect(choiceAgain({ provider: gc, redirectUrl: null })).toEqual({ kind: 'newCard' })
  expect(choiceAgain(null)).toEqual({ kind: 'newCard' })
})

test('coins are paid with coins again', () => {
  const closed = { provider: citypay, redirectUrl: null }
  expect(choiceAgain(closed)).toEqual({ kind: 'way', provider: citypay })
})
