/** WebKitGTK by WebDriver, on a display of its own. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { findOrInstallWebKit } from '../../../../tools/other-engines.ts'
import { freePort } from '#platform/ports.ts'
import { waitFor } from '../../../support/wait.ts'
import { answerMilliseconds, windowSize, type Engine } from './engine.ts'

export async function startWebKit(): Promise<Engine> {
  const { driver, browser, display } = findOrInstallWebKit()
  const children: ChildProcess[] = []
  const end = async (): Promise<void> => {
    for (const child of children.toReversed()) {
      if (child.exitCode !== null) continue
      child.kill()
      await once(child, 'exit')
    }
  }
  try {
    const screen = spawn(
      display,
      ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
    )
    children.push(screen)
    const [number] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer]
    const port = await freePort()
    const environment = { DISPLAY: `:${String(number).trim()}`, GDK_BACKEND: 'x11' }
    children.push(
      spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
        stdio: 'ignore',
        env: { ...process.env, ...environment, LIBGL_ALWAYS_SOFTWARE: '1' },
      }),
    )
    return await connect(`http://127.0.0.1:${port}`, browser, end)
  } catch (error) {
    await end()
    throw error
  }
}

async function connect(address: string, binary: string, end: () => Promise<void>): Promise<Engine> {
  const isReady = (): Promise<boolean> =>
    fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
  await waitFor('the driver of WebKit', isReady)
  const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
  const { sessionId } = await ask<{ sessionId: string }>('POST', `${address}/session`, {
    capabilities: { alwaysMatch: options },
  })
  const send = <Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    ask<Answer>(method, `${address}/session/${sessionId}${path}`, body)
  await send('POST', '/window/rect', { ...windowSize, x: 0, y: 0 })

  async function elementOf(selector: string): Promise<string> {
    const found = await send<Record<string, string>>('POST', '/element', {
      using: 'css selector',
      value: selector,
    })
    return Object.values(found)[0] ?? ''
  }

  return {
    name: 'WebKit',
    async open(url) {
      await send('POST', '/url', { url })
    },
    run: (work, ...given) =>
      send('POST', '/execute/sync', {
        script: `return (${String(work)})(...arguments)`,
        args: given,
      }),
    async press(selector) {
      await send('POST', `/element/${await elementOf(selector)}/click`, {})
    },
    async type(text) {
      const actions = Array.from(text, (value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]).flat()
      await send('POST', '/actions', { actions: [{ type: 'key', id: 'keys', actions }] })
    },
    async frame(isInside) {
      await send('POST', '/frame', { id: isInside ? 0 : null })
    },
    async tabs() {
      return (await send<string[]>('GET', '/window/handles')).length
    },
    async close() {
      await send('DELETE', '').catch(() => undefined)
      await end()
    },
  }
}

async function ask<Answer>(method: string, address: string, body?: object): Promise<Answer> {
  const answer = await fetch(address, {
    method,
    signal: AbortSignal.timeout(answerMilliseconds),
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const { value } = (await answer.json()) as { value: unknown }
  if (!answer.ok) {
    const { error, message } = value as { error: string; message: string }
    throw new Error(`${method} ${new URL(address).pathname}: ${error}, ${message}`)
  }
  return value as Answer
}
