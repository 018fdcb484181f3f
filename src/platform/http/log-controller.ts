import { LogController } from 'fastify'
import { countRefusal } from '../refusals.ts'

type StreamError = Parameters<LogController['streamError']>

/** Requests are not logged one by one, and a caller who leaves before the end of an answer is counted only. */
export class QuietLogController extends LogController {
  constructor() {
    super({ disableRequestLogging: true })
  }

  override streamError(...given: StreamError): void {
    const { code } = given[0] as { code?: string }
    if (code === 'ERR_STREAM_PREMATURE_CLOSE') countRefusal('caller-left')
    else super.streamError(...given)
  }
}
