/** Goal: notices are counted by file and code, whatever the files are called. */
import { expect, test } from 'vitest'
import { Notices } from '../server/gtfs/notices.ts'

test('counts notices of files with blanks in their names', () => {
  const notices = new Notices()
  notices.add({ severity: 'warning', code: 'unknown_file', file: 'Lizenz (CC BY 4.0).pdf' })
  notices.add({ severity: 'warning', code: 'unknown_file', file: 'read me.txt' })
  notices.add({ severity: 'warning', code: 'unknown_file', file: 'read me.txt' })
  expect(notices.counts).toEqual([
    { file: 'Lizenz (CC BY 4.0).pdf', code: 'unknown_file', count: 1 },
    { file: 'read me.txt', code: 'unknown_file', count: 2 },
  ])
})
