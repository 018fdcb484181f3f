/** Goal: only what a well-formed document of the bank contains is read. Method: ordinary and malicious documents. */
import { expect, test } from 'vitest'
import { findElements, parseXml, readText, writeXml } from '../server/gc/xml.ts'

test('what is written is read back, whatever its characters', () => {
  const text = `<b> & "quotes" 'and' ლარი`
  expect(readText(parseXml(writeXml(['reply', [['desc', text]]])), 'desc')).toBe(text)
})

test('elements are found in order, at any depth', () => {
  const root = parseXml('<list><t><id>1</id></t><more><t><id>2</id></t></more></list>')
  const found = root ? findElements(root, 't').map((each) => readText(each, 'id')) : []
  expect(found).toEqual(['1', '2'])
})

test.each([
  ['a comment', '<reply><!-- <code>1</code> --><code>2</code></reply>', '2'],
  [
    'a section of characters',
    '<reply><desc><![CDATA[<code>1</code>]]></desc><code>2</code></reply>',
    '2',
  ],
  ['an element that holds elements', '<reply><code><x>1</x></code></reply>', null],
  ['half a document', '<reply><code>1</code>', null],
  ['no document', 'code 1', null],
])('%s is not misread', (_what, xml, code) => {
  expect(readText(parseXml(xml), 'code')).toBe(code)
})
