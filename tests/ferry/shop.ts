/**
 * The whole shop with a ferry as additional vertical: calls over HTTP, the worker's jobs, a mailbox behind
 * SMTP, the fake bank, and wallets with their own keys.
 */
import { verticals, type Vertical } from '#apps/server/verticals.ts'
import { bindJobs } from '#apps/worker/bindings.ts'
import { openMailer } from '#platform/mail/mail.ts'
import { sendOnce } from '#platform/mail/send-once.ts'
import { openSms } from '#platform/sms/sms.ts'
import { startMailbox, type MailboxFake } from '../../fakes/mailbox/start.ts'
import { makeWalletKeys } from '../../fakes/wallets/keys.ts'
import { openHostileShop, type HostileShop } from '../hostile/shop.ts'
import { ferryRoutes } from './calls.ts'
import { ferryEntranceSource } from './entrance-source.ts'
import { ferrySource } from './offer-source.ts'
import { partnerFulfilment, type PartnerLine } from './partner.ts'
import { createFerryTables } from './tables.ts'
import { ferryRequestSource } from './request-source.ts'
import { ferryTicketSource } from './ticket-source.ts'

export const ferry: Vertical = {
  offers: ferrySource,
  tickets: ferryTicketSource,
  entrance: ferryEntranceSource,
  requests: ferryRequestSource,
}

export interface FerryShop extends HostileShop {
  readonly mailbox: MailboxFake
  /** PEM of the authority under which passes are signed. */
  readonly walletRoot: string
}

/** With a partner, some sailings are operated and confirmed by the other line. */
export async function openFerryShop(partner?: PartnerLine): Promise<FerryShop> {
  const {
    root,
    service: _service,
    ...keys
  } = makeWalletKeys({
    passTypeId: 'pass.example.bileti',
    teamId: 'TEAM000000',
    now: new Date(),
  })
  const mailbox = await startMailbox({ port: 0, smtpPort: 0 })
  const shop = await openHostileShop(keys, {
    sold: [...verticals, partner ? { ...ferry, fulfilment: partnerFulfilment(partner) } : ferry],
    routes: ({ orders }) => ferryRoutes(orders),
  })
  const { context, config, ports } = shop
  await createFerryTables(context)
  const mailer = sendOnce(
    openMailer({ smtpUrl: mailbox.smtpUrl, from: config.MAIL_FROM }),
    context.db,
  )
  await bindJobs({
    config,
    ports,
    mailer,
    sms: openSms({ url: 'http://127.0.0.1:9', apiKey: '', sender: 'TEST' }),
    services: {
      base: context,
      jobs: context.jobs as never,
      log: context.log,
      systemContext: () => ({ ...context, origin: config.PUBLIC_ORIGIN }),
      check: async () => ({ pendingMigrations: 0 }),
      close: async () => {},
    },
  })
  return {
    ...shop,
    mailbox,
    walletRoot: root,
    async close() {
      await shop.close()
      mailer.close()
      await mailbox.stop()
    },
  }
}
