import { setTimeout as pause } from 'node:timers/promises'

interface Patience {
  /** On an idle machine everything comes within seconds; a loaded one is slower by a factor. */
  readonly seconds?: number
  readonly everyMilliseconds?: number
}

/**
 * Asks until there is an answer other than false, null or undefined, and returns it. Fails after the time limit with
 * what it waited for. Usable outside of Vitest; where a value is compared, `expect.poll` shows both.
 */
export async function waitFor<Answer>(
  what: string,
  ask: () => Answer | Promise<Answer>,
  { seconds = 30, everyMilliseconds = 50 }: Patience = {},
): Promise<Exclude<Answer, false | null | undefined>> {
  const deadline = performance.now() + seconds * 1_000
  for (;;) {
    const answer = await ask()
    if (answer !== false && answer !== null && answer !== undefined)
      return answer as Exclude<Answer, false | null | undefined>
    if (performance.now() > deadline) throw new Error(`Waited ${seconds} seconds in vain: ${what}`)
    await pause(everyMilliseconds)
  }
}
