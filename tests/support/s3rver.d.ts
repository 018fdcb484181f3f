/** The part of s3rver that a test uses; the package has no types. */
declare module 's3rver' {
  export default class S3rver {
    constructor(options: {
      readonly port: number
      readonly address: string
      readonly silent: boolean
      readonly directory: string
      readonly configureBuckets: readonly { readonly name: string; readonly configs: string[] }[]
    })
    run(): Promise<unknown>
    close(): Promise<void>
  }
}
