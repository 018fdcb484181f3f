/**
 * Goal: a program that is waited for ends the wait, whatever it leaves running, and one that takes too long is named
 * with the last that it said. Method: shells that leave a process with their output, and that wait for one.
 */
import { expect, onTestFinished, test } from 'vitest'
import { endProcessesOf, processesOf, runInTime } from './run-in-time.ts'

const options = { cwd: process.cwd(), env: { PATH: process.env['PATH'] }, seconds: 20 }

test('a process that is left with the output of a program does not keep its caller waiting', async () => {
  const mark = `/nowhere/left/${process.pid}`
  onTestFinished(() => endProcessesOf(mark))
  const left = `"${process.execPath}" -e 'setTimeout(() => {}, 600_000)' ${mark} & echo done`
  expect(await runInTime({ ...options, command: ['sh', '-c', left] })).toBe('done\n')
  expect(await processesOf(mark)).toHaveLength(1)
})

test('a failure says how the program ended and what it said', async () => {
  const command = ['sh', '-c', 'echo shown; echo why >&2; exit 3']
  await expect(runInTime({ ...options, command })).rejects.toThrow(
    'sh ended with exit code 3. It last said:\nshown\n\nwhy',
  )
  await expect(runInTime({ ...options, command: ['/nothing/here'] })).rejects.toThrow('ENOENT')
})

test('a program that takes too long is ended with its children, and named with what it waited for', async () => {
  const mark = `/nowhere/${process.pid}`
  const command = ['sh', '-c', `echo the second step >&2; sh -c 'sleep 60; : ${mark}'; :`]
  await expect(runInTime({ ...options, command, seconds: 0.5 })).rejects.toThrow(
    'sh did not end within 0.5 s. It last said:\nthe second step',
  )
  await expect.poll(() => processesOf(mark), { message: 'its children end' }).toEqual([])
})
