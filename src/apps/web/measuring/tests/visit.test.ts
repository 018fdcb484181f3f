/**
 * Goal: only the campaign or the host of a visit's origin is reported, and nothing for our own pages. Method: a
 * pure function over addresses.
 */
import { expect, test } from 'vitest'
import { arrivalOf } from '../visit.ts'

const host = 'bileti.example'

test.each([
  [
    { search: '?utm_source=letter&utm_campaign=spring&x=1', referrer: 'https://mail.example/a' },
    { utmSource: 'letter', utmCampaign: 'spring' },
  ],
  [{ search: '?utm_source=letter', referrer: '' }, { utmSource: 'letter' }],
  [
    { search: '', referrer: 'https://www.facebook.com/events/1?name=nino' },
    { referrer: 'www.facebook.com' },
  ],
  [{ search: '', referrer: `https://${host}/shows/a` }, null],
  [{ search: '', referrer: '' }, null],
  [{ search: '?utm_source=', referrer: 'no address' }, null],
])('%j', (page, arrival) => {
  expect(arrivalOf({ ...page, host })).toEqual(arrival)
})
