import nodeModule from 'node:module'

/** `npm run demo`: the service with an account, links and clicks of 90 days, on a data folder of its own. */
nodeModule.enableCompileCache()
// As `main.ts`.
process.umask(0o077)
const { start } = await import('./start.ts')
const { reportStartError } = await import('./start-messages.ts')
const { demoEnvironment, openDemo } = await import('./demo/demo.ts')
const { beginDemo } = await import('./demo/demo-folder.ts')
const environment = demoEnvironment(process.env)
const complete = await beginDemo(environment.DATABASE_URL)
start(environment, async (app, settings) => openDemo(app, settings, complete)).catch((error: unknown) => {
  reportStartError(error)
  process.exit(1)
})
