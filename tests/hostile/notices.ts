/** Valid input for the calls about push notifications and follows. */

/** A push endpoint of a browser. */
export const browserEndpoint = 'https://updates.push.services.mozilla.com/wpush/v2/walker'

/** Keys of a browser: an uncompressed point of the curve, and sixteen bytes. */
export const browserKeys = {
  p256dh: Buffer.from([4, ...Array.from({ length: 64 }, (_, index) => index)]).toString(
    'base64url',
  ),
  auth: Buffer.alloc(16, 7).toString('base64url'),
}

export const noticeValues = {
  endpoint: browserEndpoint,
  keys: browserKeys,
  kind: 'event-moved',
  isAllowed: true,
  isAsked: true,
  subjectKind: 'show',
  hasEmails: true,
}
