/**
 * Goal: a page names for each picture the widths that the server makes, its real dimensions, and loads the largest one
 * first. Method: the elements of posters, written as on the server.
 */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FilmPoster } from '#modules/cinema/web/parts/film-poster.tsx'
import { Poster } from '#modules/events/web/parts/poster.tsx'
import { pictureWidths } from '#kernel/picture-widths.ts'
import { pictureSet } from '#design/picture-set.ts'

const v3Poster = { url: '/media/shows/a-1.webp', width: 720, height: 960 }
const thumbnail = { url: `/v2/show-pictures/${'a'.repeat(40)}`, width: 320, height: 320 }

test('narrower widths come from the server, the own width is the picture itself', () => {
  expect(pictureSet(v3Poster)).toBe(
    '/media/w/160/media/shows/a-1.webp 160w,/media/w/360/media/shows/a-1.webp 360w,/media/shows/a-1.webp 720w',
  )
  expect(pictureSet(thumbnail)).toBe(`/media/w/160${thumbnail.url} 160w,${thumbnail.url} 320w`)
  expect(pictureSet({ url: '/media/icon.webp', width: 96 })).toBe('/media/icon.webp 96w')
  expect(pictureWidths.every((width) => width > 96)).toBe(true)
})

test.each(['https://example.com/a.webp', '//example.com/a.webp', ''])(
  'a picture of another site has no other widths: %j',
  (url) => expect(pictureSet({ url, width: 720 })).toBe(`${url} 720w`),
)

test.each([
  [
    'a show',
    (isFirst: boolean) =>
      createElement(Poster, { images: { v3Poster }, kinds: ['v3Poster'], isFirst }),
  ],
  [
    'a film',
    (isFirst: boolean) =>
      createElement(FilmPoster, { film: { poster: v3Poster, thumbnail, colour: '#fff' }, isFirst }),
  ],
])('the poster of %s keeps its place, and waits unless it is the first', (_name, poster) => {
  const first = renderToStaticMarkup(poster(true))
  expect(first).toContain('fetchPriority="high"')
  expect(first).toContain('loading="eager"')
  const later = renderToStaticMarkup(poster(false))
  expect(later).toContain('loading="lazy"')
  expect(later).not.toContain('fetchPriority')
  for (const html of [first, later]) {
    expect(html).toContain('width="720" height="960"')
    expect(html).toContain('/media/w/360/media/shows/a-1.webp 360w')
    expect(html).toMatch(/ sizes="[^"]*vw"/)
  }
})
