/**
 * Goal: an event's name in any letters arrives as it was typed in e-mails and wallet passes, which others draw. Method: a source
 * with such names, the mail as a mail server has it, and the contents of the passes.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailbox, type MailboxFake } from '../../../../fakes/mailbox/start.ts'
import { openMailer, type Mailer } from '#platform/mail/mail.ts'
import { holdTickets } from '../server/queries/held-tickets.ts'
import { createTicketPorts, writeTicketEmail, type TicketPorts } from '../server/public-api.ts'
import { applePassContent } from '../server/wallet/apple-pass.ts'
import { googleContent } from '../server/wallet/google-link.ts'
import { buyTickets, openTicketShop, type TicketShop } from './support.ts'

const name = 'Νύχτα לילה مساء Երեկո Một thuở Қала 音乐 서울 คืนนี้ नमस्ते 🎭'
let shop: TicketShop
let ports: TicketPorts
let mailbox: MailboxFake
let mailer: Mailer

beforeAll(async () => {
  shop = await openTicketShop()
  const sources = shop.ports.sources.map((source) => ({
    ...source,
    describeTickets: async (...asked: Parameters<typeof source.describeTickets>) => {
      const described = await source.describeTickets(...asked)
      const named = [...described].map(
        ([key, subject]) => [key, { ...subject, name: { ka: name, en: name } }] as const,
      )
      return new Map(named)
    },
  }))
  ports = createTicketPorts({ orders: shop.ports.orders, sources })
  mailbox = await startMailbox({ port: 0, smtpPort: 0 })
  mailer = openMailer({ smtpUrl: mailbox.smtpUrl, from: 'Bileti <tickets@bileti.example>' })
})
afterAll(async () => {
  mailer.close()
  await mailbox.stop()
  await shop.close()
})

test('an e-mail has the letters in its subject and in both of its bodies', async () => {
  const email = 'letters@example.com'
  const { order } = await buyTickets(shop, { placeIds: [1], email, locale: 'en' })
  await writeTicketEmail(shop.context, mailer, { orderId: order.id }, ports)
  const { id } = await mailbox.waitFor(email)
  const response = await fetch(`${mailbox.url}/api/messages/${id}`)
  const mail = (await response.json()) as { subject: string; text: string; html: string }
  for (const part of [mail.subject, mail.text, mail.html]) expect(part).toContain(name)
})

test('a wallet pass has the letters', async () => {
  const { order } = await buyTickets(shop, { placeIds: [2], locale: 'ka' })
  const [held] = await holdTickets(shop.context, ports, [order])
  if (!held) throw new Error('There is a ticket')
  const { id: ticketId, issueNumber } = held.ticket
  const pass = { id: crypto.randomUUID(), ticketId, issueNumber, locale: 'ka' as const }
  const signer = { passTypeId: 'pass.example.test', teamId: 'TEAM000000' } as never
  const shown = { pass, held, void: null }
  const content = await applePassContent(shop.context, ports, signer, shown)
  expect(JSON.stringify(content)).toContain(name)
  const google = googleContent(shop.context, { issuerId: '3388' } as never, shown, 4)
  expect(JSON.stringify(google)).toContain(name)
})
