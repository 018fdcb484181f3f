import type { TpayFake } from '../../fakes/tpay/start.ts'

/** What a crowd does at the demo bank, wherever that runs. */
export interface Till {
  /** False when the bank takes no card for this payment any more, or is away. */
  approve(payId: string): Promise<boolean>
  decline(payId: string): Promise<void>
  /** Has the bank take less than it was asked for when the payment is approved. */
  takeLess(payId: string): Promise<void>
  /** Payments that nobody has paid or declined yet. */
  open(): Promise<string[]>
}

/** A bank in this process. */
export function tillOf(bank: TpayFake): Till {
  return {
    async approve(payId) {
      try {
        bank.pay(payId, { kind: 'approve' })
        return true
      } catch {
        // The bank may have ended the session in the meantime.
        return false
      }
    },
    decline: async (payId) => bank.pay(payId, { kind: 'decline', resultCode: 'decline_general' }),
    takeLess: async (payId) => bank.misbehave({ approveAmountMinor: 1 }, payId),
    open: async () =>
      bank
        .payments()
        .filter(({ status }) => status === 'Created')
        .map(({ payId }) => payId),
  }
}

/** A bank in a process of its own, which may be killed at any time. */
export function tillAt(url: string): Till {
  const send = async (path: string, body?: object): Promise<unknown> => {
    try {
      const reply = await fetch(`${url}/__control/${path}`, {
        signal: AbortSignal.timeout(10_000),
        ...(body && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      })
      return reply.ok ? await reply.json() : null
    } catch {
      return null
    }
  }
  return {
    approve: async (payId) => (await send('pay', { payId, outcome: 'approve' })) !== null,
    decline: async (payId) => void (await send('pay', { payId, outcome: 'decline' })),
    takeLess: async (payId) => void (await send('misbehave', { payId, approveAmountMinor: 1 })),
    async open() {
      const found = (await send('payments')) as {
        payments: { payId: string; status: string }[]
      } | null
      return (found?.payments ?? [])
        .filter(({ status }) => status === 'Created')
        .map(({ payId }) => payId)
    },
  }
}
