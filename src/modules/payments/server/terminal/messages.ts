/** Messages of the Terminal API (nexo Sale to POI 3.0 as JSON), as far as a counter needs them. */
import { createHash } from 'node:crypto'
import { z } from 'zod'

export const protocolVersion = '3.0'

/**
 * The identifier of a request at a terminal: at most ten letters and digits, never reused. It is derived from our own
 * id, so that a later status request, even after a crash, concerns the same request.
 */
export function serviceIdOf(paymentId: string, purpose = 'payment'): string {
  const digest = createHash('sha256').update(`${purpose}:${paymentId}`).digest('hex')
  return BigInt(`0x${digest.slice(0, 24)}`)
    .toString(36)
    .toUpperCase()
    .padStart(10, '0')
    .slice(-10)
}

const conditions = z.string().optional()
const response = z.object({
  Result: z.enum(['Success', 'Partial', 'Failure']),
  ErrorCondition: conditions,
})
const transaction = z.object({ TransactionID: z.string(), TimeStamp: z.string() })

const paymentResponse = z.object({
  Response: response,
  SaleData: z.object({ SaleTransactionID: transaction }).optional(),
  POIData: z.object({ POITransactionID: transaction }).optional(),
  PaymentResult: z
    .object({
      AmountsResp: z.object({ Currency: z.string(), AuthorizedAmount: z.number() }),
    })
    .optional(),
})
export type PaymentResponse = z.output<typeof paymentResponse>

const reversalResponse = z.object({
  Response: response,
  ReversedAmount: z.number().optional(),
})
export type ReversalResponse = z.output<typeof reversalResponse>

const repeated = z.object({
  PaymentResponse: paymentResponse.optional(),
  ReversalResponse: reversalResponse.optional(),
})

export const reply = z.object({
  SaleToPOIResponse: z.object({
    MessageHeader: z.object({ ServiceID: z.string(), POIID: z.string() }),
    PaymentResponse: paymentResponse.optional(),
    ReversalResponse: reversalResponse.optional(),
    TransactionStatusResponse: z
      .object({
        Response: response,
        RepeatedMessageResponse: z.object({ RepeatedResponseMessageBody: repeated }).optional(),
      })
      .optional(),
  }),
})

/** Amounts of the protocol are decimal numbers of the major unit. */
export const majorOf = (minor: number): number => minor / 100
export const minorOf = (major: number): number => Math.round(major * 100)
