import { parts } from './parts.ts'
import { visitBenchShop } from './shop.ts'

/**
 * One part of the bench in a separate process, so that it can be killed when it hangs. Sends the figures to its
 * parent as a message.
 */
const [name = '', databaseUrl = '', folder = ''] = process.argv.slice(2)
const part = parts.find((each) => each.name === name)
if (!part) throw new Error(`There is no part called ${name}`)
const figures = part.needsShop
  ? await part.run(visitBenchShop({ databaseUrl, folder }))
  : await part.run()
process.send?.(figures, () => process.exit(0))
