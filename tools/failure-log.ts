import { appendFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

interface Failure {
  readonly message: string
  readonly stack?: string | undefined
  readonly diff?: string | undefined
}

/**
 * Adds each failed test, with its name and all that it says, to `.cache/reports/failures.log` as soon as it has failed:
 * the other reports are written at the end, and a run that is stopped or whose output is cut off would lose them.
 */
export default class FailureLog implements Reporter {
  onTestCaseResult(testCase: TestCase): void {
    const { state, errors = [] } = testCase.result()
    if (state !== 'failed') return
    add(`${testCase.module.relativeModuleId} > ${testCase.fullName}`, errors)
  }

  /** What fails outside of a test: loading a file, or preparing its tests. */
  onTestModuleEnd(module: TestModule): void {
    for (const suite of module.children.allSuites())
      if (suite.errors().length > 0)
        add(`${module.relativeModuleId} > ${suite.fullName}`, suite.errors())
    if (module.errors().length > 0) add(module.relativeModuleId, module.errors())
  }

  onTestRunEnd(_: readonly TestModule[], errors: readonly Failure[]): void {
    if (errors.length > 0) add('outside of all files', errors)
  }
}

const file = path.resolve('.cache', 'reports', 'failures.log')

function add(name: string, errors: readonly Failure[]): void {
  const said = errors.flatMap(({ message, stack = '', diff = '' }) => [
    stack.includes(message) ? stack : `${message}\n${stack}`,
    diff,
  ])
  const head = `${new Date().toISOString()} ${process.env['TEST_TIER'] ?? 'usual'} ${name}`
  mkdirSync(path.dirname(file), { recursive: true })
  appendFileSync(file, `${stripVTControlCharacters([head, ...said].join('\n')).trim()}\n\n`)
}
