/** Firefox by WebDriver BiDi, which it offers without a driver. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findOrInstallFirefox } from '../../../../tools/other-engines.ts'
import { answerMilliseconds, windowSize, type Engine } from './engine.ts'

interface Tree {
  readonly contexts: readonly { readonly context: string; readonly children: Tree['contexts'] }[]
}

interface Evaluated {
  readonly type: string
  readonly result: { readonly value?: string; readonly sharedId?: string }
  readonly exceptionDetails?: { readonly text: string }
}

const startMilliseconds = 60_000
/** A page that is left takes the answer of its scripts with it. */
const evaluationMilliseconds = 10_000

export async function startFirefox(): Promise<Engine> {
  const program = findOrInstallFirefox()
  const profile = await mkdtemp(path.join(tmpdir(), 'firefox-'))
  const browser = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } },
  )
  const end = async (): Promise<void> => {
    if (browser.exitCode === null) {
      browser.kill()
      await once(browser, 'exit')
    }
    await rm(profile, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let output = ''
      const timer = setTimeout(
        () => reject(new Error(`Firefox did not start: ${output}`)),
        startMilliseconds,
      )
      browser.stderr.on('data', (chunk) => {
        output += String(chunk)
        const [, found] = /WebDriver BiDi listening on (ws:\S+)/.exec(output) ?? []
        if (found === undefined) return
        clearTimeout(timer)
        resolve(`${found}/session`)
      })
    })
    return await connect(address, end)
  } catch (error) {
    await end()
    throw error
  }
}

async function connect(address: string, end: () => Promise<void>): Promise<Engine> {
  const send = await openSession(address)
  await send('session.new', { capabilities: {} })
  const [first] = (await send<Tree>('browsingContext.getTree', {})).contexts
  if (!first) throw new Error('Firefox has no tab')
  const page = first.context
  let context = page
  await send('browsingContext.setViewport', { context: page, viewport: windowSize })

  async function evaluate(
    declaration: string,
    given: readonly unknown[],
  ): Promise<Evaluated['result']> {
    const call = {
      functionDeclaration: declaration,
      awaitPromise: true,
      target: { context },
      arguments: given.map((one) => ({ type: 'string', value: JSON.stringify(one ?? null) })),
    }
    const answer = await send<Evaluated>('script.callFunction', call, evaluationMilliseconds)
    if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text)
    return answer.result
  }

  return {
    name: 'Firefox',
    async open(url) {
      await send('browsingContext.navigate', { context: page, url, wait: 'interactive' })
    },
    async run<Answer>(work: (...given: never[]) => unknown, ...given: unknown[]) {
      const declaration = `async (...given) => JSON.stringify(await (${String(work)})(...given.map((one) => JSON.parse(one))) ?? null)`
      const { value = 'null' } = await evaluate(declaration, given)
      return JSON.parse(value) as Answer
    },
    async press(selector) {
      const find =
        '(one) => { const found = document.querySelector(JSON.parse(one)); found.scrollIntoView({ block: "center" }); return found }'
      const { sharedId } = await evaluate(find, [selector])
      if (sharedId === undefined) throw new Error(`There is no ${selector}`)
      const origin = { type: 'element', element: { sharedId } }
      const actions = [
        { type: 'pointerMove', x: 0, y: 0, origin },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await send('input.performActions', {
        context,
        actions: [{ type: 'pointer', id: 'mouse', actions }],
      })
    },
    async type(text) {
      const actions = Array.from(text, (value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]).flat()
      await send('input.performActions', {
        context,
        actions: [{ type: 'key', id: 'keys', actions }],
      })
    },
    async frame(isInside) {
      const { contexts } = await send<Tree>('browsingContext.getTree', { root: page })
      const inner = contexts[0]?.children[0]?.context
      if (isInside && inner === undefined) throw new Error('The page has no frame')
      context = isInside ? (inner ?? page) : page
    },
    async tabs() {
      return (await send<Tree>('browsingContext.getTree', {})).contexts.length
    },
    close: end,
  }
}

type Send = <Answer>(method: string, params: object, milliseconds?: number) => Promise<Answer>

/** Sends commands over the socket, each with a number that its answer has. */
async function openSession(address: string): Promise<Send> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (answer: Answered) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answered
    if (answer.id === undefined) return
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  await once(socket, 'open')
  let id = 0
  return async <Answer>(method: string, params: object, milliseconds = answerMilliseconds) => {
    id += 1
    const number = id
    const { type, result, error, message } = await new Promise<Answered>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`Firefox did not answer ${method}`)),
        milliseconds,
      )
      waiting.set(number, (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
      socket.send(JSON.stringify({ id: number, method, params }))
    })
    if (type === 'error') throw new Error(`${method}: ${error}, ${message}`)
    return result as Answer
  }
}

interface Answered {
  readonly id?: number
  readonly type: string
  readonly result?: unknown
  readonly error?: string
  readonly message?: string
}
