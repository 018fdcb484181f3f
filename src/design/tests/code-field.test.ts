import { globSync, readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { bareCode, digitsIn } from '#kernel/typed-code.ts'
import { CodeField } from '../parts/code-field.tsx'

it('a code is read as it is pasted', () => {
  for (const pasted of ['" 123456"', ' 123456', '123 456', '123-456', '\u200E123–456\u200F']) {
    expect(digitsIn(pasted)).toBe('123456')
    expect(bareCode(pasted)).toBe('123456')
  }
  expect(bareCode(' „sum-mer 26“')).toBe('summer26')
})

it('nothing cuts what is pasted before its blanks are removed', () => {
  const shown = renderToStaticMarkup(createElement(CodeField, { label: 'Code', length: 6 }))
  expect(shown).toContain('autoComplete="one-time-code"')
  expect(shown).not.toMatch(/maxlength|pattern/i)
})

it('every field for a code is this one', () => {
  const others = globSync('src/**/*.tsx').filter(
    (file) =>
      !file.endsWith('code-field.tsx') && readFileSync(file, 'utf8').includes('one-time-code'),
  )
  expect(others).toEqual([])
})
