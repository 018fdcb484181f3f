/** A visitor of the shop in another engine: finds things by what people read, and waits for them. */
import { waitFor } from '../../../support/wait.ts'
import { fieldWith, namedWith, setFields } from './find.ts'
import type { Engine } from './engine.ts'

/** What is looked for: a role with the beginning of its name, or its whole name as a pattern. */
export interface Wanted {
  readonly role: 'button' | 'link' | 'heading' | 'text'
  readonly name: string | RegExp
  /** Which of several; the first one by default, negative from the end. */
  readonly at?: number
}

const marked = '[data-wanted]'
const seconds = 90

export class EngineVisit {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  get engine(): Engine {
    return this.#engine
  }

  /** Opens a page, and waits until its scripts are ready. */
  async open(url: string): Promise<void> {
    await this.#engine.open(url)
    await this.ready()
  }

  async ready(): Promise<void> {
    await waitFor(
      `the scripts of the page in ${this.#engine.name}`,
      () =>
        this.#engine.run<boolean>(() => {
          const main = document.querySelector('main')
          return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'))
        }),
      { seconds },
    )
  }

  /** Waits until something is in sight. */
  async see({ role, name, at = 0 }: Wanted): Promise<void> {
    const pattern = typeof name === 'string' ? `^${RegExp.escape(name)}` : name.source
    await this.#until(`${role} ${pattern}`, () =>
      this.#engine.run<boolean>(namedWith, role, pattern, at),
    )
  }

  async press(wanted: Wanted): Promise<void> {
    await this.see(wanted)
    await this.#engine.press(marked)
  }

  /** Types into the field with a label, or presses it if it is a checkbox. */
  async fill(label: string, text?: string): Promise<void> {
    await this.#until(`the field ${label}`, () => this.#engine.run<boolean>(fieldWith, label))
    await this.#engine.press(marked)
    if (text !== undefined) await this.#engine.type(text)
  }

  /** Gives fields without a keyboard, such as dates and choices, their value, as far as the page has them. */
  async choose(values: Readonly<Record<string, string>>): Promise<void> {
    await this.#engine.run(setFields, values)
  }

  async address(matching: RegExp): Promise<void> {
    await this.#until(`the address ${matching.source}`, async () =>
      matching.test(await this.#engine.run<string>(() => location.href)),
    )
  }

  async #until(what: string, ask: () => Promise<boolean>): Promise<void> {
    // A page that is being replaced refuses to be asked.
    await waitFor(`${what} in ${this.#engine.name}`, () => ask().catch(() => false), {
      seconds,
    }).catch(async (error: Error) => {
      const shown = await this.#engine
        .run<string>(() => `${location.href}\n${document.body.innerText.slice(0, 1_500)}`)
        .catch(String)
      throw new Error(`${error.message}\n${shown}`, { cause: error })
    })
  }
}
