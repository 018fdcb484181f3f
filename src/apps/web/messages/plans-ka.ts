import designer from '#modules/designer/messages/ka.json'
import seatmap from '#seatmap/messages/ka.json'

/** Georgian texts of the hall plan editor. */
export const planTexts = { designer, seatmap }
