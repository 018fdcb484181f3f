/**
 * Another engine than Chromium, driven by the standard of the W3C that it offers itself. Playwright drives only Firefox and WebKit
 * builds of its own, and the Firefox of Debian refuses what it asks for; a package for one of both standards lacks the other.
 */
export interface Engine {
  readonly name: string
  open(url: string): Promise<void>
  /** Calls a function in the page, and awaits its promise; arguments and answer are JSON. */
  run<Answer>(work: (...given: never[]) => unknown, ...given: unknown[]): Promise<Answer>
  /** Presses the middle of the element that a selector names, as a mouse does. */
  press(selector: string): Promise<void>
  /** Presses keys, one for each sign; what has the focus gets them. */
  type(text: string): Promise<void>
  /** Continues in the frame of the page, or in the page again. */
  frame(isInside: boolean): Promise<void>
  /** Number of open tabs. */
  tabs(): Promise<number>
  close(): Promise<void>
}

/** A phone in the hand, the commonest browser of those who buy. */
export const windowSize = { width: 390, height: 844 }

/** How long an engine may take for one command; opening a page is the longest. */
export const answerMilliseconds = 60_000
