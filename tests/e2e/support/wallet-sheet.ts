import type { BrowserContext, Page } from 'playwright-core'

export type WalletKind = 'apple-pay' | 'google-pay'

/** What the buyer does with the sheet; `data` is what the wallet encrypts for the bank. */
type SheetPlan = 'close' | { readonly data: string }

/** What happened to the sheets of a visit, oldest first. */
interface SheetRecord {
  readonly method: string
  readonly total: {
    readonly label: string
    readonly amount: { readonly currency: string; readonly value: string }
  }
  /** The merchant session that Apple's sheet received. */
  readonly session: Readonly<Record<string, unknown>> | null
  /** How the page ended it; null when the buyer closed it. */
  readonly ended: string | null
}

const planKey = 'sheet-plan'
const recordKey = 'sheet-records'

/** Gives all later pages of a context a wallet, with or without a card in it. */
export async function giveWallet(
  context: BrowserContext,
  kind: WalletKind,
  { hasCard = true } = {},
): Promise<void> {
  await context.addInitScript(installWallet, { kind, hasCard, planKey, recordKey })
}

export async function planSheet(page: Page, plan: SheetPlan): Promise<void> {
  await page.evaluate(([key, text]) => sessionStorage.setItem(key, text), [
    planKey,
    JSON.stringify(plan),
  ] as const)
}

export async function sheetRecords(page: Page): Promise<SheetRecord[]> {
  const text = await page.evaluate((key) => sessionStorage.getItem(key), recordKey)
  return JSON.parse(text ?? '[]') as SheetRecord[]
}

/** Runs in the page: the Payment Request API with one wallet. Apple's sheet asks for the merchant's session first. */
function installWallet(options: {
  readonly kind: string
  readonly hasCard: boolean
  readonly planKey: string
  readonly recordKey: string
}): void {
  const { kind, hasCard, planKey: plans, recordKey: records } = options
  const isApple = kind === 'apple-pay'
  const own = isApple ? 'https://apple.com/apple-pay' : 'https://google.com/pay'
  const read = (): object[] => JSON.parse(sessionStorage.getItem(records) ?? '[]') as object[]
  const amend = (changes: object): void => {
    const all = read()
    all.push({ ...all.pop(), ...changes })
    sessionStorage.setItem(records, JSON.stringify(all))
  }
  class Request extends EventTarget {
    readonly #method: string
    readonly #total: object
    constructor(methods: { supportedMethods: string }[], details: { total: object }) {
      super()
      this.#method = methods[0]?.supportedMethods ?? ''
      this.#total = details.total
    }
    async canMakePayment(): Promise<boolean> {
      return hasCard && this.#method === own
    }
    async show(): Promise<unknown> {
      if (this.#method !== own) throw new DOMException('No such wallet', 'NotSupportedError')
      const all = [
        ...read(),
        { method: this.#method, total: this.#total, session: null, ended: null },
      ]
      sessionStorage.setItem(records, JSON.stringify(all))
      if (isApple) amend({ session: await this.#openSession() })
      const plan = JSON.parse(sessionStorage.getItem(plans) ?? '"close"') as
        | 'close'
        | { data: string }
      if (plan === 'close') throw new DOMException('The buyer closed it', 'AbortError')
      // A wallet encrypts anew for each sheet.
      const data = `${plan.data}-${crypto.randomUUID()}`
      return {
        details: isApple
          ? { token: { paymentData: { version: 'EC_v1', data, signature: 'signed', header: {} } } }
          : { paymentMethodData: { tokenizationData: { token: data } } },
        complete: async (ended: string) => amend({ ended }),
      }
    }
    async abort(): Promise<void> {
      amend({ ended: 'aborted' })
    }
    async #openSession(): Promise<object> {
      const session = await new Promise<unknown>((resolve) => {
        const event = Object.assign(new Event('merchantvalidation'), { complete: resolve })
        this.dispatchEvent(event)
      })
      const { domainName } = session as { domainName?: string }
      // The real sheet closes without a session for the page's own host.
      if (domainName !== location.hostname) throw new DOMException('No session', 'AbortError')
      return session as object
    }
  }
  Object.assign(window, { PaymentRequest: Request })
  // Its presence is what the shop looks at.
  if (isApple) Object.assign(window, { ApplePaySession: {} })
}
