// Prints the file of each module that the service loads.
import { registerHooks } from 'node:module'

registerHooks({
  load: (url, context, next) => {
    process.stdout.write(`loaded ${url}\n`)
    return next(url, context)
  },
})
