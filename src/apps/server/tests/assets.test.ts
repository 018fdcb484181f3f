/**
 * Goal: a page's scripts and pictures cost no look at the disk, and nothing outside their folders can be had. Method: a
 * folder like that of a build and one of pictures, requested before and after their files change.
 */
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerAssets } from '#apps/server/assets.ts'
import { registerMedia } from '#apps/server/media.ts'
import { readConfig } from '#platform/config.ts'

let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assets-'))
  const client = path.join(folder, 'client')
  await mkdir(path.join(client, 'assets'), { recursive: true })
  await mkdir(path.join(folder, 'media', 'shows'), { recursive: true })
  const files = {
    'client/favicon.svg': '<svg/>',
    'client/assets/entry-1.js': 'plain',
    'client/assets/entry-1.js.br': 'as brotli',
    'client/assets/entry-1.js.gz': 'as gzip',
    'client/assets/small-1.js': 'small',
    'client/assets/font-1.woff2': 'font',
    'client/assets/notes.txt': 'not of a build',
    'media/shows/carmen-1.webp': 'picture',
    'secret.js': 'secret',
    'secret.webp': 'secret',
  }
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(folder, name), content)
  app = fastify()
  registerMedia(app, readConfig({ DATA_DIR: folder }))
  await registerAssets(app, client)
})
afterAll(async () => {
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})

const asked = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test('a script is sent as the browser accepts it, for ever, and not again to one that has it', async () => {
  for (const [accepts, body, encoding] of [
    ['gzip, deflate, br, zstd', 'as brotli', 'br'],
    ['gzip, deflate', 'as gzip', 'gzip'],
    ['identity', 'plain', undefined],
  ] as const) {
    const answer = await asked('/assets/entry-1.js', { 'accept-encoding': accepts })
    expect([answer.statusCode, answer.body]).toEqual([200, body])
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    const etag = String(answer.headers.etag)
    const again = { 'accept-encoding': accepts, 'if-none-match': etag }
    expect((await asked('/assets/entry-1.js', again)).statusCode).toBe(304)
    // What one encoding is called must not stand for another.
    const other = accepts === 'identity' ? 'br' : 'identity'
    const changed = { 'accept-encoding': other, 'if-none-match': etag }
    expect((await asked('/assets/entry-1.js', changed)).statusCode).toBe(200)
  }
  const small = await asked('/assets/small-1.js', { 'accept-encoding': 'br' })
  expect([small.body, small.headers['content-encoding']]).toEqual(['small', undefined])
  const font = await asked('/assets/font-1.woff2')
  expect([font.body, font.headers['content-type']]).toEqual(['font', 'font/woff2'])
  expect((await app.inject({ method: 'HEAD', url: '/assets/font-1.woff2' })).statusCode).toBe(200)
  expect((await asked('/favicon.svg')).body).toBe('<svg/>')
})

test('a script is read once; one that a newer build has removed is missing', async () => {
  const assets = path.join(folder, 'client', 'assets')
  await asked('/assets/entry-1.js', { 'accept-encoding': 'br' })
  await rm(path.join(assets, 'entry-1.js.br'))
  expect((await asked('/assets/entry-1.js', { 'accept-encoding': 'br' })).body).toBe('as brotli')
  await writeFile(path.join(assets, 'later-1.js'), 'x')
  expect((await asked('/assets/later-1.js')).statusCode).toBe(404)
  await writeFile(path.join(assets, 'gone-1.js'), 'x')
  const other = fastify()
  await registerAssets(other, path.join(folder, 'client'))
  await rm(path.join(assets, 'gone-1.js'))
  const gone = await other.inject('/assets/gone-1.js')
  expect([gone.statusCode, gone.headers['cache-control']]).toEqual([404, undefined])
  await other.close()
})

test('a picture is sent from memory until its file changes', async () => {
  const file = path.join(folder, 'media', 'shows', 'carmen-1.webp')
  const first = await asked('/media/shows/carmen-1.webp')
  expect([first.statusCode, first.body]).toEqual([200, 'picture'])
  expect(first.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=86400',
  })
  const headers = { 'if-none-match': String(first.headers.etag) }
  expect((await asked('/media/shows/carmen-1.webp', headers)).statusCode).toBe(304)
  // Of the same size and time, as nothing else ever is: it has not been read.
  const time = new Date(1_800_000_000_000)
  await utimes(file, time, time)
  await asked('/media/shows/carmen-1.webp')
  await writeFile(file, 'another')
  await utimes(file, time, time)
  expect((await asked('/media/shows/carmen-1.webp')).body).toBe('picture')
  await writeFile(file, 'another one')
  expect((await asked('/media/shows/carmen-1.webp', headers)).body).toBe('another one')
  await rm(file)
  expect((await asked('/media/shows/carmen-1.webp')).statusCode).toBe(404)
})

test('sends nothing else from the disk', async () => {
  for (const url of [
    '/assets/',
    '/assets',
    '/assets/nothing.js',
    '/assets/notes.txt',
    '/assets/entry-1.js.gz',
    '/assets/..%2f..%2fsecret.js',
    '/assets/../../secret.js',
    '/assets/%2e%2e/%2e%2e/secret.js',
    '/assets/entry-1.js%00',
    '/media/',
    '/media/shows',
    '/media/nothing.webp',
    '/media/..%2fsecret.webp',
    '/media/%2e%2e/secret.webp',
    '/media/shows%2f..%2f..%2fsecret.webp',
    '/media//shows/carmen-1.webp',
    '/media/shows/carmen-1.webp/x',
    `/media/${'x'.repeat(5_000)}.webp`,
  ])
    expect([url, (await asked(url)).statusCode]).toEqual([url, 404])
})
