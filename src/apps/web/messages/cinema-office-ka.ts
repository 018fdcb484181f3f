import cinemaOffice from '#modules/cinema/messages/office-ka.json'

/** Georgian texts of organisers who run cinemas. */
export const cinemaOfficeTexts = { cinemaOffice }
