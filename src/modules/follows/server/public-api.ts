/** What flows and apps may ask of follows on the server. */
export { eraseFollows, exportFollows } from './follows.ts'
export { gatherEmails } from './gather-emails.ts'
export { followEmailJob } from './jobs.ts'
export { noteNews, noteOpenedSale } from './note-news.ts'
export { followRoutes } from './routes.ts'
export { forgetNews } from './forget-news.ts'
export { writeFollowEmail } from './write-email.ts'
