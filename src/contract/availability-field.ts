import { z } from 'zod'

/** A hall of ten places: 1–3 free, 4 and 5 sold, 6 blocked, 7–10 free. Each form of it is as good as the others. */
const availabilityExamples = ['b10.GAAM', 'r10.AmEgAw', 'd10.wAcA']

const encoding =
  'Text of one letter, the number of places, a full stop and bytes as base64url without padding. Places are numbered from 1 ' +
  'as in the layout; statuses are Free 0, Blocked 1, Refunded 2, Sold 3. ' +
  '`r`: runs of equal places; the three high bits of a byte are the status and the five low ones the length less 1; 31 there ' +
  'is followed by the length less 32 as a varint (seven bits a byte, the lowest first, the high bit says that more follow). ' +
  '`b`: one bit a place, the lowest of a byte first, 1 for Sold; then for each Blocked or Refunded place a varint: twice the ' +
  'distance from the one before (from 0 for the first), plus 1 for Refunded. ' +
  '`d`: two bits a place, the lowest of a byte first. ' +
  'Example: `b10.GAAM`, `r10.AmEgAw` and `d10.wAcA` are all ten places of which 4 and 5 are sold, 6 is blocked and the others ' +
  'are free. A decoder is in docs/guides/partners.md.'

/** The status of each place of a map, as `#seatmap/availability.ts` writes it. */
export const availabilityText = z.string().meta({
  description: `${encoding} Empty without numbered places.`,
  examples: availabilityExamples,
})

/** Places that others hold now, in the same form: Sold marks one. */
export const heldText = z.string().meta({
  description: `The blocked places that others hold now, in the form of \`availability\`: status 3 marks one. Empty when none are.`,
})
