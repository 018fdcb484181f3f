import { expect, test } from 'vitest'
import { placesTogether } from '../web/places-together.ts'

test('names the common part of places in one row once', () => {
  expect(placesTogether(['Stalls · Row 5 · Seat 1', 'Stalls · Row 5 · Seat 2'], 'en')).toBe(
    'Stalls · Row 5 · Seats 1, 2',
  )
  expect(
    placesTogether(['Stalls · Row 5 · Seat 1', 'Box · Row 1 · Seat 2', 'Standing'], 'en'),
  ).toBe('Stalls · Row 5 · Seat 1; Box · Row 1 · Seat 2; Standing')
})

test('has the noun once only where all seats of a row have the same', () => {
  expect(placesTogether(['Hall · Box 1', 'Hall · Box 2'], 'en')).toBe('Hall · Boxes 1, 2')
  expect(placesTogether(['Row 5 · Seat 1', 'Row 5 · Sofa 2'], 'en')).toBe('Row 5 · Seat 1, Sofa 2')
  expect(placesTogether(['Row 5 · A', 'Row 5 · B'], 'en')).toBe('Row 5 · A, B')
})

test('names seats of a row once in Georgian, which has the singular with numbers', () => {
  const names = [
    'პარტერი · რიგი 5 · ადგილი 1',
    'პარტერი · რიგი 5 · ადგილი 2',
    'ლოჟა · რიგი 1 · სკამი 3',
  ]
  expect(placesTogether(names, 'ka')).toBe(
    'პარტერი · რიგი 5 · ადგილი 1, 2; ლოჟა · რიგი 1 · სკამი 3',
  )
  expect(placesTogether(['რიგი 5 · ა', 'რიგი 5 · ბ'], 'ka')).toBe('რიგი 5 · ა, ბ')
})
