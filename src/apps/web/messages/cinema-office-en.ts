import cinemaOffice from '#modules/cinema/messages/office-en.json'

/** English texts of organisers who run cinemas. */
export const cinemaOfficeTexts = { cinemaOffice }
