/** The public API of presentation. */
export { isReservedPath } from './commands/write-page.ts'
export { deleteViews } from './commands/delete-views.ts'
export { readCampaigns } from './queries/campaign-page.ts'
export { readStoryPaths } from './queries/front-page.ts'
export { presentationRoutes, type FrontSource, type PresentationPorts } from './routes.ts'
export { readPicture as readFrontPicture } from './pictures.ts'
