/**
 * Goal: an example of the document has the form in which its request is sent, and only declared fields. Method: calls with
 * lists in the query and in the body.
 */
import { expect, test } from 'vitest'
import { quoteOfficeRefund, refundOfficeTickets } from '#modules/operator/refund-contract.ts'
import { exampleOf } from './examples.ts'

const params = { orderNumber: 'KGWEDY695J' }
const ticketIdentifiers = ['VFNJ98QEVHQ6ECYJ7326', 'S976CMG5MCJ6YXSXY5NQ']

test('a list in the query is written as it is sent, separated by commas', () => {
  const query = { ticketIdentifiers, unknown: 1 }
  expect(exampleOf(quoteOfficeRefund, { params, query })).toEqual({
    params,
    query: { ticketIdentifiers: ticketIdentifiers.join(',') },
  })
})

test('a list in the body stays a list', () => {
  const body = { ticketIdentifiers, reason: 'Illness', unknown: 1 }
  expect(exampleOf(refundOfficeTickets, { params, body })).toEqual({
    params,
    body: { ticketIdentifiers, reason: 'Illness' },
  })
})
