/**
 * Goal: wallet passes conform to Apple's and Google's formats, only the holder gets one, and it becomes void with the
 * ticket or its item. Method: the declared calls; passes are opened and their signatures verified with other
 * libraries than those that created them, under a root generated here.
 */
import { createPublicKey } from 'node:crypto'
import { decodeJwt, jwtVerify } from 'jose'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { imageKind } from '#contract/enumerations.ts'
import { tonesOf } from '#kernel/colour.ts'
import { createSessionStore } from '#modules/accounts/server/public-api.ts'
import { cancelEvent, moveEvent } from '#modules/catalogue/server/public-api.ts'
import { makeEvent, makeGuest } from '#modules/events/tests/factories.ts'
import type { Call, CallInput } from '#contract/call.ts'
import { invariant } from '#kernel/result.ts'
import type { Actor } from '#platform/context.ts'
import { execute } from '#platform/http/execute.ts'
import { isRawReply, type RawReply } from '#platform/http/implement.ts'
import { makeWalletKeys, type WalletKeys } from '../../../../fakes/wallets/keys.ts'
import { startWallets, type WalletsFake } from '../../../../fakes/wallets/start.ts'
import * as passing from '../transfer-contract.ts'
import {
  createTicketPorts,
  deleteDevices,
  notifyWallets,
  ticketRoutes,
  type TicketPorts,
} from '../server/public-api.ts'
import * as calls from '../wallet-contract.ts'
import { checkSignature, readPass } from './read-pkpass.ts'
import { buyTickets, identifierOf, openTicketShop, type TicketShop } from './support.ts'

const passTypeId = 'pass.example.test'
const device = 'b33c1e7a5f6d4b3c9a10f2e4d6c8b0a1'
let shop: TicketShop
let keys: WalletKeys
let wallets: WalletsFake
let ports: TicketPorts

beforeAll(async () => {
  shop = await openTicketShop()
  keys = makeWalletKeys({ passTypeId, teamId: 'TEAM000000', now: new Date() })
  wallets = await startWallets({
    port: 0,
    googlePort: 0,
    ...keys.service,
    root: keys.root,
    googlePublicKey: createPublicKey(keys.GOOGLE_WALLET_KEY)
      .export({ type: 'spki', format: 'pem' })
      .toString(),
  })
  ports = createTicketPorts({
    orders: shop.ports.orders,
    sources: shop.ports.sources,
    wallets: {
      apple: {
        passTypeId,
        teamId: 'TEAM000000',
        certificate: keys.APPLE_PASS_CERTIFICATE,
        key: keys.APPLE_PASS_KEY,
        passphrase: undefined,
        authority: keys.APPLE_PASS_WWDR,
        push: { url: wallets.pushUrl, authority: keys.root },
      },
      google: {
        issuerId: '3388',
        account: 'wallet@example.com',
        key: keys.GOOGLE_WALLET_KEY,
        saveUrl: 'https://pay.google.com/gp/v/save',
        api: { url: wallets.googleUrl, tokenUrl: `${wallets.googleUrl}/token` },
      },
    },
  })
})
afterAll(async () => {
  ports.walletNews.close()
  await wallets.stop()
  await shop.close()
})

/** Answers a call as the gateway would; `authorization` is what a device shows. */
async function ask<C extends Call>(
  actor: Actor,
  call: C,
  input: CallInput<C>,
  options: { readonly authorization?: string; readonly ports?: TicketPorts } = {},
): Promise<unknown> {
  const route = ticketRoutes(options.ports ?? ports).find((one) => one.call.id === call.id)
  invariant(route, `${call.id} is implemented`)
  const arrived = { url: '', authorization: options.authorization }
  const context = { ...shop.context.as(actor), arrived }
  const raw = { params: input.params ?? {}, query: input.query ?? {}, body: input.body ?? {} }
  const result = await execute(route, context, raw, {
    sessions: createSessionStore(),
    checkReplies: true,
  })
  return result.ok ? result.value : result.code
}

const visitor: Actor = { kind: 'visitor' }

/** The requests of a phone that has a pass. */
function phone(json: { serialNumber: string; authenticationToken: string }, name = device) {
  const params = { device: name, passType: passTypeId, serial: json.serialNumber }
  const authorization = `ApplePass ${json.authenticationToken}`
  return {
    register: (pushToken = 'p') =>
      ask(visitor, calls.registerDevice, { params, body: { pushToken } }, { authorization }),
    unregister: () => ask(visitor, calls.unregisterDevice, { params }, { authorization }),
    changed: (passesUpdatedSince?: string) =>
      ask(visitor, calls.changedPasses, { params, query: { passesUpdatedSince } }),
    latest: async () =>
      readPass(
        fileOf(await ask(visitor, calls.latestPass, { params }, { authorization })).content,
        keys.root,
      ).json,
  }
}

function fileOf(answer: unknown): RawReply {
  invariant(isRawReply(answer), `a file and not ${JSON.stringify(answer)}`)
  return answer
}

const marksOf = (answer: unknown) =>
  answer as { readonly serialNumbers: string[]; readonly lastUpdated: string }

let place = 0

async function passOf(owner?: { actor: Actor; ticketIdentifier: string }) {
  const { actor, ticketIdentifier } = owner ?? (await buyer())
  const body = { ticketIdentifier, kind: 'apple' as const }
  const made = await ask(actor, calls.addToWallet, { body })
  expect(made).toEqual({
    kind: 'apple',
    url: `http://localhost:3000/v2/tickets/wallet/pass?ticketIdentifier=${ticketIdentifier}`,
    isTrial: true,
  })
  const file = fileOf(await ask(actor, calls.walletPassFile, { query: { ticketIdentifier } }))
  return { actor, ticketIdentifier, file, ...readPass(file.content, keys.root) }
}

async function buyer() {
  const { actor } = await buyTickets(shop, { placeIds: [(place += 1)] })
  return { actor, ticketIdentifier: await identifierOf(shop, actor) }
}

describe('a pass for Apple’s wallet', () => {
  test('has the poster of its event, small; one that cannot be read leaves the pass as it is', async () => {
    const event = await makeEvent(shop.context)
    const path = '/media/shows/pass.webp'
    await shop.context.db
      .insertInto('show_image')
      .values({
        show_id: event.showId,
        kind: imageKind.Thumbnail,
        path,
        width: 600,
        height: 800,
      })
      .execute()
    const { actor } = await buyTickets({ ...shop, event }, { placeIds: [1] })
    const { ticketIdentifier } = await passOf({
      actor,
      ticketIdentifier: await identifierOf(shop, actor),
    })
    const read = async (readPicture: TicketPorts['readPicture']) => {
      const options = { ports: { ...ports, readPicture } as TicketPorts }
      const query = { ticketIdentifier }
      const file = fileOf(await ask(actor, calls.walletPassFile, { query }, options))
      return readPass(file.content, keys.root).files
    }
    const poster = sharp({
      create: { width: 600, height: 800, channels: 3, background: '#a8123a' },
    })
    const content = await poster.webp().toBuffer()
    const files = await read(async (address) => (address === path ? content : null))
    for (const [name, height] of [
      ['thumbnail.png', 90],
      ['thumbnail@2x.png', 180],
      ['thumbnail@3x.png', 270],
    ] as const)
      expect(await sharp(files.get(name)).metadata()).toMatchObject({ format: 'png', height })
    const without = await read(() => Promise.reject(new Error('The store is away')))
    expect([...without.keys()].filter((name) => name.startsWith('thumbnail'))).toEqual([])
  })

  test("is signed under the root, lists its files, and shows the ticket's data", async () => {
    const { json, files, file, ticketIdentifier } = await passOf()
    expect(file).toMatchObject({
      contentType: 'application/vnd.apple.pkpass',
      filename: `bileti-${ticketIdentifier}.pkpass`,
    })
    expect(json).toMatchObject({
      passTypeIdentifier: passTypeId,
      teamIdentifier: 'TEAM000000',
      voided: false,
      relevantDate: '2026-12-31T10:00:00.000Z',
      webServiceURL: 'http://localhost:3000/v2/wallet',
      sharingProhibited: true,
    })
    expect(json.barcodes[0].message).toMatch(/^BLT1:/)
    const { primaryFields, auxiliaryFields, backFields } = json.eventTicket
    expect(primaryFields[0].value).toBe('Test concert')
    expect(auxiliaryFields.map(({ value }: { value: string }) => value)).toEqual([
      'Stalls',
      '1',
      '1',
    ])
    expect(JSON.stringify(backFields)).toContain(ticketIdentifier)
    for (const name of ['icon.png', 'icon@2x.png', 'logo.png', 'logo@3x.png'])
      expect(
        Buffer.from(files.get(name) ?? [])
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG')
    const manifest = Buffer.from(files.get('manifest.json') ?? [])
    const signature = files.get('signature') ?? new Uint8Array()
    const other = makeWalletKeys({ passTypeId, teamId: 'T', now: new Date() }).root
    expect(() => checkSignature(manifest, signature, other)).toThrow('the chain')
    manifest[manifest.length - 3] = 0x30
    expect(() => checkSignature(manifest, signature, keys.root)).toThrow('over these bytes')
  })

  test('is for the holder only, for a valid ticket, and where wallets are configured', async () => {
    const { actor, ticketIdentifier } = await buyer()
    const body = { ticketIdentifier, kind: 'apple' as const }
    const query = { ticketIdentifier }
    expect(await ask(actor, calls.walletPassFile, { query })).toBe('TicketNotFound')
    const none = { ports: shop.ports }
    expect(await ask(actor, calls.addToWallet, { body }, none)).toBe('WalletNotSetUp')
    const stranger = await makeGuest(shop.context)
    expect(await ask(stranger, calls.addToWallet, { body })).toBe('TicketNotFound')
    expect(await ask(visitor, calls.addToWallet, { body })).toBe('Unauthenticated')
    await passOf({ actor, ticketIdentifier })
    expect(await ask(stranger, calls.walletPassFile, { query })).toBe('TicketNotFound')
    const change = (values: object) =>
      shop.context.db
        .updateTable('ticket')
        .set(values)
        .where('identifier', '=', ticketIdentifier)
        .execute()
    await change({ used_at: shop.context.clock.now() })
    expect(await ask(actor, calls.addToWallet, { body })).toBe('TicketUsed')
    await change({ used_at: null, status: 2 })
    expect(await ask(actor, calls.addToWallet, { body })).toBe('TicketGoneBack')
  })

  test('is void with its ticket: after a transfer it shows neither code nor details', async () => {
    const bought = await passOf()
    const mine = phone(bought.json)
    expect(await mine.register()).toMatchObject({ status: 201 })
    expect(await mine.register()).toMatchObject({ status: 200 })
    const first = marksOf(await mine.changed())
    expect(first.serialNumbers).toEqual([bought.json.serialNumber])
    expect(await mine.changed(first.lastUpdated)).toMatchObject({ status: 204 })
    const body = { ticketIdentifier: bought.ticketIdentifier, handsOver: true }
    const link = await shop.send(bought.actor, passing.createShareUrl, { body })
    const token = link.ok ? (link.value.ticketShareToken ?? '') : ''
    const receiver = await makeGuest(shop.context)
    expect(await shop.send(receiver, passing.takeOverTickets, { body: { token } })).toMatchObject({
      ok: true,
    })
    expect(marksOf(await mine.changed(first.lastUpdated)).serialNumbers).toHaveLength(1)
    const after = await mine.latest()
    expect(after).toMatchObject({ voided: true })
    expect(after.barcodes).toBeUndefined()
    expect(JSON.stringify(after.eventTicket)).not.toContain(bought.ticketIdentifier)
    const { ticketIdentifier } = bought
    const theirs = await passOf({ actor: receiver, ticketIdentifier })
    expect(theirs.json.voided).toBe(false)
    expect(theirs.json.serialNumber).not.toBe(bought.json.serialNumber)
    expect(JSON.stringify(theirs.json)).not.toContain('/account/orders/')
    expect(JSON.stringify(bought.json)).toContain('"price"')
    expect(JSON.stringify(theirs.json)).not.toContain('"price"')
    expect(await mine.unregister()).toMatchObject({ status: 200 })
    expect(await mine.changed()).toMatchObject({ status: 204 })
  })

  test('a device has a hundred passes at most, whatever is registered at once', async () => {
    const name = 'f'.repeat(32)
    const passes = []
    for (let count = 0; count < 5; count += 1) passes.push((await passOf()).json)
    await sql`
      with passes as (
        insert into wallet_pass (id, ticket_id, issue_number, kind, locale, created_at)
        select gen_random_uuid(), ticket_id, 1000 + number, kind, locale, created_at
        from wallet_pass, generate_series(1, 98) as number where id = ${passes[0]?.serialNumber}
        returning id)
      insert into wallet_registration (device, pass_id, push_token, registered_at)
      select ${name}, id, 'p', ${shop.context.clock.now()} from passes`.execute(shop.context.db)
    const answers = await Promise.all(passes.map((json) => phone(json, name).register()))
    expect(answers.filter((answer) => typeof answer !== 'string')).toHaveLength(2)
  })

  test('is given again only to who shows its token, and a device is forgotten with its owner', async () => {
    const { json } = await passOf()
    const other = await passOf()
    const wrong = phone({ ...json, authenticationToken: other.json.authenticationToken })
    expect(await wrong.register()).toBe('Unauthenticated')
    expect(await wrong.unregister()).toBe('Unauthenticated')
    await expect(wrong.latest()).rejects.toThrow('Unauthenticated')
    const own = phone(json, 'a'.repeat(32))
    await own.register()
    const { db, random, clock } = shop.context
    const customerId = random.uuid()
    await db
      .insertInto('customer')
      .values({ id: customerId, email: `${customerId}@example.com`, activated_at: clock.now() })
      .execute()
    const order = db
      .selectFrom('wallet_pass')
      .innerJoin('ticket', 'ticket.id', 'ticket_id')
      .select('order_id')
      .where('wallet_pass.id', '=', json.serialNumber)
    await db
      .updateTable('orders')
      .set({ customer_id: customerId })
      .where('id', '=', order)
      .execute()
    await deleteDevices(shop.context, customerId)
    expect(await own.changed()).toMatchObject({ status: 204 })
  })

  test('shows the new time of a rescheduled event, and is void when the event is cancelled', async () => {
    const event = await makeEvent(shop.context)
    const { actor } = await buyTickets({ ...shop, event }, { placeIds: [1] })
    const ticketIdentifier = await identifierOf(shop, actor)
    const { json } = await passOf({ actor, ticketIdentifier })
    const mine = phone(json, 'b'.repeat(32))
    await mine.register()
    const { lastUpdated } = marksOf(await mine.changed())
    const startsAt = new Date('2027-01-15T18:00:00Z')
    expect(
      await moveEvent(shop.context, event.eventId, { startsAt, fullRefundUntil: startsAt }),
    ).toBe(true)
    expect(await mine.changed(lastUpdated)).toMatchObject({ serialNumbers: [json.serialNumber] })
    const moved = await mine.latest()
    expect(moved).toMatchObject({ voided: false, relevantDate: startsAt.toISOString() })
    expect(JSON.stringify(moved.eventTicket.secondaryFields)).toContain('15 January')
    await cancelEvent(shop.context, event.eventId, { ka: 'ავადმყოფობა', en: 'Illness' })
    const off = await mine.latest()
    expect(off).toMatchObject({ voided: true })
    expect(JSON.stringify(off.eventTicket)).toContain('The event is cancelled')
  })
})

test('passes stand on the colour of the poster, dark enough for white words', async () => {
  const plain = await passOf()
  expect(plain.json.backgroundColor).toBe('rgb(138, 14, 53)')
  await shop.context.db
    .updateTable('show')
    .set({ colour: '#ffd23f' })
    .where('id', '=', shop.event.showId)
    .execute()
  const { json, actor, ticketIdentifier } = await passOf()
  const { ground, label } = tonesOf('#ffd23f')
  const shown = (text: string) =>
    `#${[...text.matchAll(/\d+/g)].map(([part]) => Number(part).toString(16).padStart(2, '0')).join('')}`
  expect(shown(json.backgroundColor)).toBe(ground)
  expect(shown(json.labelColor)).toBe(label)
  const body = { ticketIdentifier, kind: 'google' as const }
  const { url } = (await ask(actor, calls.addToWallet, { body })) as { url: string }
  const [, claims = ''] = url.replace('https://pay.google.com/gp/v/save/', '').split('.')
  const { payload } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  expect(payload.eventTicketClasses[0].hexBackgroundColor).toBe(ground)
  await shop.context.db
    .updateTable('show')
    .set({ colour: null })
    .where('id', '=', shop.event.showId)
    .execute()
})

test('the link for Google’s wallet is signed by the service account and short enough to be followed', async () => {
  const { actor, ticketIdentifier } = await buyer()
  const body = { ticketIdentifier, kind: 'google' as const }
  const made = await ask(actor, calls.addToWallet, { body })
  const { url, isTrial } = made as { url: string; isTrial: boolean }
  expect(isTrial).toBe(true)
  expect(url.length).toBeLessThanOrEqual(1_800)
  const token = url.replace('https://pay.google.com/gp/v/save/', '')
  const { payload } = await jwtVerify(token, createPublicKey(keys.GOOGLE_WALLET_KEY), {
    issuer: 'wallet@example.com',
    audience: 'google',
    algorithms: ['RS256'],
    currentDate: shop.context.clock.now(),
  })
  expect(payload).toMatchObject({
    typ: 'savetowallet',
    origins: ['http://localhost:3000'],
    payload: {
      eventTicketClasses: [{ eventName: { defaultValue: { value: 'Test concert' } } }],
      eventTicketObjects: [
        {
          id: expect.stringMatching(/^3388\.[\w.-]+$/),
          barcode: { value: expect.stringMatching(/^BLT1:/) },
          ticketNumber: ticketIdentifier,
        },
      ],
    },
  })
})

describe('wallets are told of what has changed, and of nothing else', () => {
  const tell = () => notifyWallets(shop.context, ports)
  const pushesTo = (token: string) => wallets.pushes.filter((push) => push.token === token).length
  const change = (ticketIdentifier: string, values: object) =>
    shop.context.db
      .updateTable('ticket')
      .set(values)
      .where('identifier', '=', ticketIdentifier)
      .execute()

  test('a device is pushed once for each change, over the certificate of the passes', async () => {
    const event = await makeEvent(shop.context)
    const { actor } = await buyTickets({ ...shop, event }, { placeIds: [1] })
    const ticketIdentifier = await identifierOf(shop, actor)
    const { json } = await passOf({ actor, ticketIdentifier })
    const mine = phone(json, 'c'.repeat(32))
    await mine.register('token-of-c')
    await tell()
    // The first time the state of the device is unknown.
    expect(pushesTo('token-of-c')).toBe(1)
    await tell()
    expect(pushesTo('token-of-c')).toBe(1)
    const { lastUpdated } = marksOf(await mine.changed())
    const startsAt = new Date('2027-02-15T18:00:00Z')
    await moveEvent(shop.context, event.eventId, { startsAt, fullRefundUntil: startsAt })
    expect(await tell()).toBe(1)
    expect(pushesTo('token-of-c')).toBe(2)
    expect(wallets.pushes.at(-1)).toMatchObject({ topic: passTypeId })
    expect(marksOf(await mine.changed(lastUpdated)).serialNumbers).toEqual([json.serialNumber])
    expect(await tell()).toBe(0)
  })

  test('a service that fails is asked again; a device that has dropped the pass is forgotten', async () => {
    const { json, ticketIdentifier } = await passOf()
    const mine = phone(json, 'd'.repeat(32))
    await mine.register('token-of-d')
    await tell()
    wallets.misbehave({ refuseNext: 1 })
    await change(ticketIdentifier, { used_at: shop.context.clock.now() })
    expect(await tell()).toBe(0)
    expect(await tell()).toBe(1)
    expect(pushesTo('token-of-d')).toBe(2)
    // The connection may end at any time.
    ports.walletNews.close()
    wallets.misbehave({ goneTokens: ['token-of-d'] })
    await change(ticketIdentifier, { used_at: null })
    expect(await tell()).toBe(1)
    expect(await mine.changed()).toMatchObject({ status: 204 })
  })

  test('a pass of a ticket that has passed on is told once more and then left alone', async () => {
    const { json, ticketIdentifier } = await passOf()
    await phone(json, 'e'.repeat(32)).register('token-of-e')
    await tell()
    await change(ticketIdentifier, { issue_number: 2 })
    await tell()
    await change(ticketIdentifier, { used_at: shop.context.clock.now() })
    await tell()
    expect(pushesTo('token-of-e')).toBe(2)
  })

  test('Google’s copy is changed once it is kept: its state, its code, and what its passes have in common', async () => {
    const event = await makeEvent(shop.context)
    const { actor } = await buyTickets({ ...shop, event }, { placeIds: [1] })
    const ticketIdentifier = await identifierOf(shop, actor)
    const body = { ticketIdentifier, kind: 'google' as const }
    const { url } = (await ask(actor, calls.addToWallet, { body })) as { url: string }
    const { payload } = decodeJwt<{
      payload: Record<'eventTicketObjects' | 'eventTicketClasses', { id: string }[]>
    }>(url.slice(url.lastIndexOf('/') + 1))
    const own = payload.eventTicketObjects[0]?.id ?? ''
    const common = payload.eventTicketClasses[0]?.id ?? ''
    await tell()
    expect(wallets.object(own)).toBeUndefined()
    wallets.save(url)
    wallets.misbehave({ refuseGoogleNext: 1 })
    const startsAt = new Date('2027-03-15T18:00:00Z')
    await moveEvent(shop.context, event.eventId, { startsAt, fullRefundUntil: startsAt })
    await tell()
    await tell()
    expect(wallets.object(common)).toMatchObject({
      dateTime: { start: '2027-03-15T22:00:00+04:00' },
    })
    expect(wallets.object(own)).toMatchObject({ state: 'ACTIVE', ticketNumber: ticketIdentifier })
    await change(ticketIdentifier, { issue_number: 2 })
    await tell()
    const after = wallets.object(own)
    expect(after).toMatchObject({ state: 'INACTIVE' })
    expect(JSON.stringify(after)).not.toContain(ticketIdentifier)
    expect(after).not.toHaveProperty('barcode')
    expect(after).not.toHaveProperty('seatInfo')
  })
})
